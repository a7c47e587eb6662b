"""What the firmware says of itself: commands say what they do, questions what they answer, `at` is a time."""

import ast
import re

from tests.qa.house import PACKAGE, for_each, parsed

FILES = sorted(PACKAGE.rglob("*.py"))
# Words that begin a noun, a clause or a sentence about somebody, and no command.
NO_VERB = re.compile(
    "`.*|a|all|an(y|ybody|ything|other)?|at|both|by|each|every(body|thing)?|for|from|h(e|is|ow)|i[fnt]|its|my"
    "|no(body|ne|t|thing)?|of|on|onc?e|only|s(he|o)|some(body|thing)?|such|that|th(e|eir|ere|ese|ey|en|is|ose)"
    "|to|what(ever)?|when|where|whether|which|while|who(ever|se)?|with|you",
    re.IGNORECASE,
)


def named(path):
    return path.relative_to(PACKAGE).as_posix()


def functions(path):
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef):
            yield node


def own(function):
    """What the function itself does, and not one within it."""
    waiting = list(function.body)
    for node in waiting:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def answers(function):
    """What it gives back, as written; `None` alone is no answer. A function that is to be replaced may."""
    for node in own(function):
        if isinstance(node, ast.Yield | ast.YieldFrom) or "NotImplementedError" in ast.dump(node):
            yield "anything"
        elif isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
            yield ast.unparse(node.value)


def first_word(function):
    return (ast.get_docstring(function) or "").partition(" ")[0].strip(",.:;")


@for_each(FILES)
def test_a_command_begins_with_what_it_does(path):
    for each in functions(path):
        if each.name == "__init__" or list(answers(each)):
            continue
        word = first_word(each)
        assert not NO_VERB.fullmatch(word), (
            f"{named(path)}:{each.lineno} {each.name} answers nothing, and its docstring begins with {word}: "
            "begin with the verb that says what it does"
        )


@for_each(FILES)
def test_whether_is_answered_with_yes_or_no(path):
    for each in functions(path):
        if first_word(each) != "Whether":
            continue
        found = list(answers(each))
        others = [text for text in found if text[0] in "0123456789-\"'[{"]
        assert found and not others, (
            f"{named(path)}:{each.lineno} {each.name} answers {others or 'nothing'}: say what"
            " that is, and not whether"
        )


@for_each(FILES)
def test_at_is_a_time(path):
    """Where something is, is its place: nothing is cut, looked up or measured by `at`."""
    for each in ast.walk(parsed(path)):
        if isinstance(each, ast.Subscript):
            asked = [node.id for node in ast.walk(each.slice) if isinstance(node, ast.Name)]
            assert "at" not in asked, (
                f"{named(path)}:{each.lineno} {ast.unparse(each)}: `at` is a time; call where it is its place"
            )

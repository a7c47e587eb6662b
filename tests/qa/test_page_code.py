"""The tools that check the code of the page: pinned by hashes, missed in one sentence where they are not."""

import json
import os
import shutil
import subprocess

import pytest

from tests.device.pictures import ROOT

LOCK = ROOT / "tests" / "page" / "package-lock.json"


def test_every_package_is_pinned_by_its_hash_and_by_no_address():
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    wanted = json.loads(LOCK.with_name("package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert all(version[0].isdigit() for version in wanted.values()), "one version, no range"
    assert {f"node_modules/{name}" for name in wanted} <= packages.keys()
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


@pytest.mark.parametrize("ci", ["", "1"])
def test_without_npm_the_check_says_so_and_fails_where_nobody_reads_it(tmp_path, ci):
    for name in ("sh", "make"):
        (tmp_path / name).symlink_to(shutil.which(name))
    done = subprocess.run(
        ["make", "-C", ROOT, "check-page"],
        env={"PATH": str(tmp_path), "CI": ci, "HOME": os.environ.get("HOME", "/")},
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if not line.startswith("make")]
    assert len(said) == 1 and "npm" in said[0], done
    assert bool(done.returncode) == bool(ci)

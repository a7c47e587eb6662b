"""Writes printed parts as 3MF, the format of slicers: a body, and its letters as parts of other colours."""

from __future__ import annotations

import zipfile
from pathlib import Path

import trimesh

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same file every time
_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>"""
_RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="model"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>"""


def write(path: Path, meshes: dict[str, trimesh.Trimesh], colours: list[str]) -> None:
    """The meshes, which belong together, in one file; each keeps its name and has the colour beside it."""
    objects = [_object(number, name, mesh) for number, (name, mesh) in enumerate(meshes.items(), 2)]
    together = "".join(f'<component objectid="{number}"/>' for number in range(2, len(meshes) + 2))
    whole = len(meshes) + 2
    bases = "".join(f'<base name="{colour}" displaycolor="{colour.upper()}FF"/>' for colour in colours)
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">\n'
        f'<resources><basematerials id="1">{bases}</basematerials>\n{"".join(objects)}'
        f'<object id="{whole}" type="model" name="{path.stem}"><components>{together}</components></object>\n'
        f'</resources>\n<build><item objectid="{whole}"/></build></model>\n'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)


def _object(number: int, name: str, mesh: trimesh.Trimesh) -> str:
    corners = "".join(f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>' for x, y, z in mesh.vertices)
    sides = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.faces)
    return (
        f'<object id="{number}" type="model" name="{name}" pid="1" pindex="{number - 2}">'
        f"<mesh><vertices>{corners}</vertices><triangles>{sides}</triangles></mesh></object>\n"
    )

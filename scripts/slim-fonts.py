"""
Makes src/styles/fonts/*.woff2: Onest without the weights that nothing here is set in, cut into the letters that every
screen has and the others. Prints the ranges that stand in src/styles/fonts.css.

What every screen has is one file: Latin, digits and Russian, which the package has in two. Shapes that both alphabets
share are stored once by the compression, and so is what every font repeats. The grid is 500 units to the em, half of the
original's: a fortieth of a pixel at most in a heading, and an eighth of the file.

Run once after a new release of the font: pip install fonttools==4.66.1 brotli==1.2.0 && python scripts/slim-fonts.py
"""

import logging
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, scaleUpem
from fontTools.ttLib.tables import otTables
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE = "node_modules/@fontsource-variable/onest/files/onest-{}-wght-normal.woff2"
TARGET = "src/styles/fonts/onest-{}.woff2"
# Text is 400, 500 or 650; what browsers take for bold, 700, is the heaviest of these.
WEIGHTS = (400, 400, 650)
UNITS_PER_EM = 500
# Kerning, digits of one width, marks over letters. Without `calt`, which draws ₽ for «*RUB*» and is a sixth of the first
# file for it.
FEATURES = ["kern", "tnum", "ccmp", "mark", "mkmk"]
# Copyright, name, style.
NAMES = [0, 1, 2]

LATIN = [
    (0x20, 0x7E), (0xA0,), (0xAB,), (0xB0,), (0xB7,), (0xBB,), (0xD7,), (0x2013, 0x2014), (0x2022,), (0x2026,),
    (0x2191,), (0x2193,), (0x2212,),
]  # fmt: skip
# A stress mark is drawn with its letter, or by another font.
RUSSIAN = [(0x301,), (0x401,), (0x410, 0x44F), (0x451,), (0x2116,)]
MORE_LATIN = [
    (0xA1, 0xAA), (0xAC, 0xAF), (0xB1, 0xB6), (0xB8, 0xBA), (0xBC, 0xD6), (0xD8, 0xFF), (0x131,), (0x152, 0x153),
    (0x2BB, 0x2BC), (0x2C6,), (0x2DA,), (0x2DC,), (0x304,), (0x308,), (0x329,), (0x2018, 0x201A), (0x201C, 0x201E),
    (0x2039, 0x203A), (0x2044,), (0x20AC,), (0x2122,),
]  # fmt: skip
MORE_CYRILLIC = [(0x400,), (0x402, 0x40F), (0x450,), (0x452, 0x45F), (0x490, 0x491), (0x4B0, 0x4B1)]


def cut(source: str, ranges) -> TTFont:
    options = Options(layout_features=FEATURES, name_IDs=NAMES, notdef_outline=True, glyph_names=True)
    font = TTFont(SOURCE.format(source))
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, *last in ranges for code in range(first, (last or [first])[0] + 1)])
    subsetter.subset(font)
    return instantiateVariableFont(font, {"wght": WEIGHTS})


def reread(font: TTFont, prefix: str = "") -> TTFont:
    """The font as it is written, its glyphs under other names: every table takes them from there."""
    written = BytesIO()
    font.flavor = None
    font.save(written)
    written.seek(0)
    copy = TTFont(written, lazy=False)
    names = copy.getGlyphOrder()
    copy = TTFont(BytesIO(written.getvalue()), lazy=False)
    copy.setGlyphOrder([name if name == ".notdef" else prefix + name for name in names])
    return copy


def join(font: TTFont, other: TTFont) -> TTFont:
    """Adds the other's glyphs with their variations, kerning and marks. What the two have in common is not asked about."""
    added = [name for name in other.getGlyphOrder() if name != ".notdef"]
    order = font.getGlyphOrder() + added
    for name in added:
        font["glyf"].glyphs[name] = other["glyf"][name]
        font["hmtx"].metrics[name] = other["hmtx"].metrics[name]
        if name in other["gvar"].variations:
            font["gvar"].variations[name] = other["gvar"].variations[name]
    font["glyf"].glyphOrder = order
    font.setGlyphOrder(order)
    font["maxp"].numGlyphs = len(order)
    for table in font["cmap"].tables:
        table.cmap.update(other.getBestCmap())
    join_variations(font, other)
    join_glyph_classes(font["GDEF"].table, other["GDEF"].table)
    join_lookups(font["GPOS"].table, other["GPOS"].table)
    return font


def join_variations(font: TTFont, other: TTFont) -> None:
    """The values of the other's kerning at other weights: a list after the font's own."""
    store, added = font["GDEF"].table.VarStore, other["GDEF"].table.VarStore
    regions = store.VarRegionList.Region
    first_list = len(store.VarData)
    first_region = len(regions)
    regions.extend(added.VarRegionList.Region)
    for data in added.VarData:
        data.VarRegionIndex = [index + first_region for index in data.VarRegionIndex]
    moved = {
        (outer << 16) + inner: ((outer + first_list) << 16) + inner
        for outer, data in enumerate(added.VarData)
        for inner in range(len(data.Item))
    }
    store.VarData.extend(added.VarData)
    for tag in ("GDEF", "GPOS"):
        other[tag].table.remap_device_varidxes(moved)


def join_glyph_classes(table, other) -> None:
    for field in ("GlyphClassDef", "MarkAttachClassDef"):
        added = getattr(other, field, None)
        if added is None:
            continue
        if getattr(table, field, None) is None:
            setattr(table, field, otTables.GlyphClassDef() if field == "GlyphClassDef" else otTables.MarkAttachClassDef())
            getattr(table, field).classDefs = {}
        getattr(table, field).classDefs.update(added.classDefs)
    if getattr(other, "MarkGlyphSetsDef", None) is None:
        return
    if getattr(table, "MarkGlyphSetsDef", None) is not None:
        raise ValueError("Both have sets of marks: the lookups of the second would name those of the first")
    table.MarkGlyphSetsDef, table.Version = other.MarkGlyphSetsDef, 0x00010003


def join_lookups(table, other) -> None:
    """Every script has every lookup: one that does not know a letter leaves it alone."""
    first = len(table.LookupList.Lookup)
    table.LookupList.Lookup.extend(other.LookupList.Lookup)
    lookups = {}
    for record in table.FeatureList.FeatureRecord:
        lookups.setdefault(record.FeatureTag, []).extend(record.Feature.LookupListIndex)
    for record in other.FeatureList.FeatureRecord:
        lookups.setdefault(record.FeatureTag, []).extend(i + first for i in record.Feature.LookupListIndex)
    records = []
    for tag, indices in sorted(lookups.items()):
        record = otTables.FeatureRecord()
        record.FeatureTag = tag
        record.Feature = otTables.Feature()
        record.Feature.FeatureParams = None
        record.Feature.LookupListIndex = sorted(set(indices))
        records.append(record)
    table.FeatureList.FeatureRecord = records
    language = otTables.DefaultLangSys()
    language.LookupOrder, language.ReqFeatureIndex = None, 0xFFFF
    language.FeatureIndex = list(range(len(records)))
    script = otTables.ScriptRecord()
    script.ScriptTag, script.Script = "DFLT", otTables.Script()
    script.Script.DefaultLangSys, script.Script.LangSysRecord = language, []
    table.ScriptList.ScriptRecord = [script]


def write(font: TTFont, name: str, ranges) -> None:
    # A half goes to the even neighbour: rounded up, every line would become a five-hundredth wider.
    scaleUpem.otRound = round
    scaleUpem.scale_upem(font, UNITS_PER_EM)
    if "GDEF" in font and getattr(font["GDEF"].table, "VarStore", None):
        moved = font["GDEF"].table.VarStore.optimize()
        for tag in ("GDEF", "GPOS"):
            font[tag].table.remap_device_varidxes(moved)
    # Of the other tables of a variable font: browsers take widths from the shapes' own variations, and names of weights are for menus.
    for tag in ("HVAR", "MVAR", "STAT"):
        if tag in font:
            del font[tag]
    font["fvar"].instances = []
    kept = {*NAMES, *(axis.axisNameID for axis in font["fvar"].axes)}
    font["name"].names = [record for record in font["name"].names if record.nameID in kept]
    font["post"].formatType = 3
    font.flavor = "woff2"
    font.save(TARGET.format(name))
    codes = ", ".join("U+" + "-".join(f"{code:04X}" for code in codes) for codes in sorted(ranges))
    print(f"onest-{name}.woff2, unicode-range: {codes}")


if __name__ == "__main__":
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    write(join(reread(cut("latin", LATIN)), reread(cut("cyrillic", RUSSIAN), "cyrillic.")), "first", LATIN + RUSSIAN)
    write(cut("latin", MORE_LATIN), "latin-more", MORE_LATIN)
    write(cut("cyrillic", MORE_CYRILLIC), "cyrillic-more", MORE_CYRILLIC)

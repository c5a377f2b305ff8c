"""Pictures of parts: photographs of a group's own cards and boards, stored outside the log.

What comes in is decoded and encoded again, so that a stored picture holds its pixels and nothing else: no
place, no time, no device. It is found by the SHA-256 of what is stored, and never changes.

An edition names the pictures of its draft. A component set gets those of the edition that publishes it, and a
set that a table learnt gets those of the set before. A picture that nothing names any more is removed.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Lock

import sqlalchemy as sa
from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from replays.databases import reading
from service.sessions.register_tables import EDITION_PICTURES, EDITION_VERSIONS, PICTURES, SET_PICTURES
from workers.forgetting import forget_unnamed

# Reading a picture: bytes from outside become pixels, and pixels become the bytes that are stored.

FORMATS = ("JPEG", "PNG", "WEBP")
MEDIA = "image/webp"
MOST_PIXELS = 16_000_000
"""Of a picture that comes in. Its decoder takes up to 16 bytes a pixel."""
SIDE, SMALL_SIDE = 1024, 240
"""The longest side of what is stored: to look at, and for a board."""
QUALITY, SMALL_QUALITY = 80, 76
EFFORT = 2
"""Of the encoder, from 0 to 6: 6 takes five times as long and saves a twentieth."""
_ONE_AT_A_TIME = Lock()
"""Two pictures at once would take the memory of two."""

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class BadPicture(Exception):
    """The service does not take this file. Its text says why, and what to do."""


class StoredPicture(Struct, frozen=True):
    """A picture as it is stored, and the same one small. width, height: of the first, in pixels."""

    content: bytes
    small: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """What names it: the SHA-256 of its content."""
        return hashlib.sha256(self.content).hexdigest()


def read_picture(data: bytes) -> StoredPicture:
    """Make what is stored of a JPEG, PNG or WebP file: upright, scaled down, without any metadata.

    What it is follows from its bytes alone. Of an animation the first frame is taken. Raises `BadPicture`.
    """
    with _ONE_AT_A_TIME:
        try:
            pixels = _pixels(data)
            small = pixels.copy()
            small.thumbnail((SMALL_SIDE, SMALL_SIDE), Image.Resampling.LANCZOS)
            return StoredPicture(_webp(pixels, QUALITY), _webp(small, SMALL_QUALITY), *pixels.size)
        except BadPicture:
            raise
        except UnidentifiedImageError:
            raise BadPicture("Choose a JPEG, PNG or WebP file: this file has another format.") from None
        except Image.DecompressionBombError:
            raise _too_many_pixels() from None
        except Exception:  # decoders raise errors of many kinds for a file that is broken
            raise BadPicture("The picture is damaged. Take it again, or save it again as a JPEG.") from None


def _pixels(data: bytes) -> Image.Image:
    """The first frame, upright, no longer than `SIDE` on any side, in RGB or RGBA."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd metadata, which is thrown away
        image: Image.Image = Image.open(BytesIO(data), formats=FORMATS)
    with image:
        if image.width * image.height > MOST_PIXELS:
            raise _too_many_pixels()
        if image.format != "JPEG":  # a JPEG decodes at a fraction of its size, and has no palette
            image = image.convert("RGBA" if image.has_transparency_data else "RGB")
        image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
        upright = ImageOps.exif_transpose(image)
        return upright if upright.mode == "RGBA" else upright.convert("RGB")


def _webp(image: Image.Image, quality: int) -> bytes:
    made = BytesIO()
    image.save(made, "WEBP", quality=quality, method=EFFORT, exif=b"", xmp=b"", icc_profile=b"")
    return made.getvalue()


def _too_many_pixels() -> BadPicture:
    most = MOST_PIXELS // 1_000_000
    return BadPicture(f"The picture has more than {most} million pixels. Make it smaller and send it again.")


# The register of pictures: their content, and which parts of drafts and of component sets have them.

MOST_OF_AN_EDITION = 500
"""Parts of an edition that can have pictures."""
BYTES_OF_AN_EDITION = 24 * 1024 * 1024
"""Of all its pictures together, each counted once."""


class PicturesFull(Exception):
    """No room for a picture of `asked` bytes, as `used` of `most` bytes are taken."""

    def __init__(self, most: int, used: int, asked: int) -> None:
        super().__init__(f"{used} of {most} bytes are used, and {asked} more are needed")
        self.most = most
        self.used = used
        self.asked = asked


class EditionPicturesFull(Exception):
    """The edition has all the pictures that it can have. Its text says what it has."""


class PictureOfPart(Struct, frozen=True):
    """The picture of a part. picture: its SHA-256; width, height: in pixels; bytes: of its content."""

    part: str
    picture: str
    width: int
    height: int
    bytes: int


_BYTES_OF_ONE = sa.func.length(PICTURES.c.content) + sa.func.length(PICTURES.c.small)


class Pictures:
    """The register of pictures. Its tables are made by the migrations of `workers.tables`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    def content(self, picture: str, *, small: bool = False) -> bytes | None:
        """The WebP file of this SHA-256, or the same one small; None: nothing names it."""
        column = PICTURES.c.small if small else PICTURES.c.content
        with self._reading.connect() as connection:
            found = connection.scalar(sa.select(column).where(PICTURES.c.picture == picture))
        return None if found is None else bytes(found)

    def stored(self, picture: str) -> StoredPicture | None:
        """The picture with this SHA-256, in both sizes; None: nothing names it."""
        columns = [PICTURES.c[name] for name in StoredPicture.__struct_fields__]
        with self._reading.connect() as connection:
            row = connection.execute(sa.select(*columns).where(PICTURES.c.picture == picture)).one_or_none()
        return None if row is None else StoredPicture(bytes(row.content), bytes(row.small), *row[2:])

    def of_edition(self, edition: str) -> list[PictureOfPart]:
        """The pictures of an edition's draft, by part; also of parts that were removed from the draft."""
        with self._reading.connect() as connection:
            return _of_edition(connection, edition)

    def of_set(self, component_set: str) -> list[PictureOfPart]:
        """The pictures of a component set, by part."""
        with self._reading.connect() as connection:
            return _named(connection, SET_PICTURES, SET_PICTURES.c.component_set == component_set)

    def put(self, edition: str, part: str, picture: StoredPicture, *, most_bytes: int = 0) -> None:
        """Give a part of an edition's draft this picture, instead of the one before.

        Raises `EditionPicturesFull`; `PicturesFull` if all pictures together would have more than
        `most_bytes`; 0 = any number.
        """
        row = {"picture": picture.digest} | {
            name: getattr(picture, name) for name in StoredPicture.__struct_fields__
        }
        with self._writing() as connection:
            known = sa.select(PICTURES.c.picture).where(PICTURES.c.picture == picture.digest)
            if connection.scalar(known) is None:
                asked = len(picture.content) + len(picture.small)
                used = connection.scalar(sa.select(sa.func.coalesce(sa.func.sum(_BYTES_OF_ONE), 0))) or 0
                if most_bytes and used + asked > most_bytes:
                    raise PicturesFull(most_bytes, used, asked)
                connection.execute(sa.insert(PICTURES).values(**row))
            _name(connection, edition, part, picture.digest)

    def put_known(self, edition: str, part: str, picture: str) -> bool:
        """Give a part a picture that the edition has already. False: it has none of this SHA-256.

        Raises `EditionPicturesFull`.
        """
        with self._writing() as connection:
            if all(one.picture != picture for one in _of_edition(connection, edition)):
                return False
            _name(connection, edition, part, picture)
        return True

    def remove(self, edition: str, part: str) -> bool:
        """Take the picture from a part of an edition's draft. False: it had none."""
        own = (EDITION_PICTURES.c.edition == edition) & (EDITION_PICTURES.c.part == part)
        with self._writing() as connection:
            former = connection.scalar(sa.select(EDITION_PICTURES.c.picture).where(own))
            connection.execute(sa.delete(EDITION_PICTURES).where(own))
            forget_unnamed(connection, {former} - {None})
        return former is not None

    def begin(self, edition: str, component_set: str, parts: Collection[str]) -> None:
        """Have a new edition's draft begin with the pictures that the set has of these parts."""
        with self._writing() as connection:
            begun = {one.part for one in _of_edition(connection, edition)}
            for one in _named(connection, SET_PICTURES, SET_PICTURES.c.component_set == component_set):
                if one.part in parts and one.part not in begun:
                    row = {"edition": edition, "part": one.part, "picture": one.picture}
                    connection.execute(sa.insert(EDITION_PICTURES).values(**row))

    def give(self, edition: str, component_set: str, parts: Collection[str]) -> None:
        """Give a set that an edition publishes the pictures that its draft has of these parts.

        They replace what this edition gave the set before. A set that another edition published first, and
        a part that has the picture of another edition, keep what they have.
        """
        versions = EDITION_VERSIONS
        first = sa.select(versions.c.edition).where(versions.c.hash == component_set)
        own = SET_PICTURES.c.component_set == component_set
        with self._writing() as connection:
            publisher = connection.scalar(first.order_by(versions.c.made, versions.c.number).limit(1))
            if publisher not in (None, edition):
                return
            rows = connection.execute(sa.select(SET_PICTURES).where(own)).all()
            former = {row.picture for row in rows if row.edition == edition}
            others = {row.part for row in rows if row.edition != edition}
            connection.execute(sa.delete(SET_PICTURES).where(own, SET_PICTURES.c.edition == edition))
            given = [
                {"component_set": component_set, "part": one.part, "picture": one.picture, "edition": edition}
                for one in _of_edition(connection, edition)
                if one.part in parts and one.part not in others
            ]
            if given:
                connection.execute(sa.insert(SET_PICTURES), given)
            forget_unnamed(connection, former)

    def inherit(self, component_set: str, origin: str) -> None:
        """Give a set that a table learnt the pictures of the set before, for each part that has none."""
        with self._writing() as connection:
            of = SET_PICTURES.c.component_set
            has = set(connection.scalars(sa.select(SET_PICTURES.c.part).where(of == component_set)))
            rows = connection.execute(sa.select(SET_PICTURES).where(of == origin)).mappings()
            given = [{**row, "component_set": component_set} for row in rows if row["part"] not in has]
            if given:
                connection.execute(sa.insert(SET_PICTURES), given)

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes pictures, while no other does: what it reads stays so until its end."""
        with self._engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
                connection.exec_driver_sql(f"LOCK TABLE {PICTURES.name} IN SHARE ROW EXCLUSIVE MODE")
            yield connection


def _named(connection: sa.Connection, table: sa.Table, own: sa.ColumnElement[bool]) -> list[PictureOfPart]:
    columns = (PICTURES.c.picture, PICTURES.c.width, PICTURES.c.height)
    query = sa.select(table.c.part, *columns, sa.func.length(PICTURES.c.content).label("bytes"))
    query = query.join(PICTURES, PICTURES.c.picture == table.c.picture).where(own).order_by(table.c.part)
    return [PictureOfPart(**row) for row in connection.execute(query).mappings()]


def _of_edition(connection: sa.Connection, edition: str) -> list[PictureOfPart]:
    return _named(connection, EDITION_PICTURES, EDITION_PICTURES.c.edition == edition)


def _name(connection: sa.Connection, edition: str, part: str, picture: str) -> None:
    """Have a part name a picture that is stored. Raises `EditionPicturesFull`."""
    own = (EDITION_PICTURES.c.edition == edition) & (EDITION_PICTURES.c.part == part)
    former = connection.scalar(sa.select(EDITION_PICTURES.c.picture).where(own))
    row = {"edition": edition, "part": part, "picture": picture}
    if former is None:
        connection.execute(sa.insert(EDITION_PICTURES).values(**row))
    else:
        connection.execute(sa.update(EDITION_PICTURES).where(own).values(**row))
    named = _of_edition(connection, edition)
    if former is None and len(named) > MOST_OF_AN_EDITION:
        raise EditionPicturesFull(f"{MOST_OF_AN_EDITION} parts of the edition have a picture.")
    size = sum({one.picture: one.bytes for one in named}.values())
    if size > BYTES_OF_AN_EDITION:
        most = BYTES_OF_AN_EDITION // 1024 // 1024
        raise EditionPicturesFull(f"The pictures of the edition would take up more than {most} MiB.")
    forget_unnamed(connection, {former} - {None, picture})

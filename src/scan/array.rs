//! One array: its metadata, what is in its folder, and whether its chunks decode.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::chunk_key::{Below, Keys};
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::{ArrayMetadata, Error, Steps};

use super::chunk::{Budget, ChunkDecoder, NotDecoded, Source};
use super::features::{self, MISSING_CHUNKS};
use super::folder::{Entry, Folder, Kind};
use super::open::ReadOtherwise;
use super::report::{ArrayReport, Chunks, Validity};
use super::sample::Sample;
use super::tally::Tally;
use super::walk::{Ended, Walk, joined, shown};

/// Folders of the key of a chunk: each on the way needs two descriptors.
const MOST_KEY_FOLDERS: usize = 200;

/// The array whose document this is, in this folder at a path below the store.
pub(super) fn scan(
    walk: &mut Walk<'_>,
    folder: &Folder,
    path: &str,
    document: &[u8],
) -> Result<ArrayReport, Ended> {
    let mut report = ArrayReport {
        path: path.to_owned(),
        validity: Validity::Valid,
        why: None,
        open: None,
        data_type: None,
        shape: None,
        chunk_shape: None,
        features: features::Features::new(),
        chunks: None,
        others: Tally::default(),
    };
    match walk.steps.array_metadata(document) {
        Ok(array) => {
            let steps = walk.steps;
            chunks(walk, steps, folder, document, &array, &mut report)?;
        }
        Err(Error::Bug(why)) => return Err(Ended::Bug(why)),
        Err(error @ Error::Unsupported(_)) => {
            report.validity = Validity::NotKnown;
            report.why = Some(message(error));
            report.features.extend(features::names(document));
        }
        Err(error) => {
            report.why = Some(message(error));
            refused(walk, folder, document, &mut report)?;
        }
    }
    Ok(report)
}

/// An array whose document the reference refuses. Where the text permits to read it, the chunks are looked at as it is
/// read so.
fn refused(
    walk: &mut Walk<'_>,
    folder: &Folder,
    document: &[u8],
    report: &mut ArrayReport,
) -> Result<(), Ended> {
    let Some(otherwise) = walk.permitted(document) else {
        report.validity = Validity::Invalid;
        return Ok(());
    };
    let ReadOtherwise {
        question,
        readings,
        steps,
    } = otherwise;
    match steps.array_metadata(document) {
        Ok(array) => {
            let readings = readings.into_iter().map(str::to_owned).collect();
            let of_readings = walk.found.by_readings.entry((readings, question.clone()));
            of_readings.or_default().add(shown(&report.path), "");
            report.open = Some(question);
            report.validity = Validity::Open;
            chunks(walk, &steps, folder, document, &array, report)
        }
        Err(error) => {
            report.validity = Validity::NotKnown;
            report.why = Some(message(error));
            report.features.extend(features::names(document));
            Ok(())
        }
    }
}

/// What the reference says, without the stage.
pub(super) fn message(error: Error) -> String {
    match error {
        Error::Metadata(why)
        | Error::Unsupported(why)
        | Error::Codec(why)
        | Error::NotAsConfigured(why)
        | Error::Extent(why)
        | Error::Store(why)
        | Error::Bug(why) => why,
    }
}

/// The chunks of an array whose document is read by these steps.
fn chunks(
    walk: &mut Walk<'_>,
    steps: &Steps,
    folder: &Folder,
    document: &[u8],
    array: &ArrayMetadata,
    report: &mut ArrayReport,
) -> Result<(), Ended> {
    report.data_type = Some(array.data_type.to_string());
    report.shape = Some(array.shape.clone());
    report.chunk_shape = array.chunk_grid.only_chunk_shape();
    report.features = features::of_document(document, array);
    let grid_shape = match array.chunk_grid.grid_shape(steps, &array.shape) {
        Ok(grid_shape) => grid_shape,
        Err(Error::Bug(why)) => return Err(Ended::Bug(why)),
        Err(error) => {
            report.validity = Validity::NotKnown;
            report.why = Some(message(error));
            return Ok(());
        }
    };
    let in_grid = number_of_elements(&grid_shape).unwrap_or(u64::MAX);
    let mut chunks = Chunks::default();
    chunks.counts.in_grid = in_grid;
    let sample = walk
        .options
        .chunks
        .map(|most| Sample::new(most, &report.path));
    let mut inside = Inside {
        walk,
        steps,
        array,
        keys: Keys::new(&array.chunk_key_encoding, grid_shape),
        chunks,
        sample,
        report,
    };
    let ended = inside.folder(folder, &mut Vec::new());
    let ended = ended.and_then(|()| inside.sampled(folder));
    let chunks = inside.chunks;
    if chunks.counts.stored < in_grid && ended.is_ok() {
        report.features.insert(MISSING_CHUNKS.to_owned());
    }
    features::settle(&mut report.features);
    if chunks.counts.stored > 0 && !array.codecs.iter().all(Chain::has_checksum) {
        walk.found.unchecked.add(shown(&report.path), "");
    }
    walk.found.chunks.add(&chunks.counts);
    report.chunks = Some(chunks);
    // What was found until then is reported, too.
    match ended {
        Err(Ended::Bug(why)) => Err(Ended::Bug(why)),
        Err(Ended::Early(why)) => {
            walk.end(why);
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Looks into the folder of an array.
struct Inside<'a, 'b> {
    walk: &'a mut Walk<'b>,
    steps: &'a Steps,
    array: &'a ArrayMetadata,
    keys: Keys,
    chunks: Chunks,
    sample: Option<Sample>,
    report: &'a mut ArrayReport,
}

impl Inside<'_, '_> {
    /// Looks at all names in a folder whose path below the array has these parts.
    fn folder(&mut self, folder: &Folder, parts: &mut Vec<String>) -> Result<(), Ended> {
        let entries = match folder.entries() {
            Ok(entries) => entries,
            Err(error) => {
                self.walk.unreadable(&self.path(parts), &error);
                return Ok(());
            }
        };
        for entry in entries {
            match entry {
                Ok(entry) => self.entry(folder, parts, &entry)?,
                Err(error) => {
                    self.walk.unreadable(&self.path(parts), &error);
                    break;
                }
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        folder: &Folder,
        parts: &mut Vec<String>,
        entry: &Entry,
    ) -> Result<(), Ended> {
        self.walk.count_entry()?;
        let name = entry.name.to_string_lossy().into_owned();
        if parts.is_empty() && name == "zarr.json" {
            return Ok(());
        }
        parts.push(name);
        let below = match entry.name.to_str() {
            Some(_) => self.keys.below(parts),
            None => Below::Other,
        };
        let ended = match (below, entry.kind) {
            (Below::Chunk(_), Kind::File) => self.stored(folder, &entry.name, parts),
            (Below::Prefix, Kind::Folder) => self.enter(folder, &entry.name, parts),
            (below, kind) => {
                self.other(parts, &below, kind);
                Ok(())
            }
        };
        parts.pop();
        ended
    }

    fn enter(
        &mut self,
        folder: &Folder,
        name: &OsStr,
        parts: &mut Vec<String>,
    ) -> Result<(), Ended> {
        if parts.len() > MOST_KEY_FOLDERS {
            self.walk.too_deep(&self.path(parts), MOST_KEY_FOLDERS);
            return Ok(());
        }
        match folder.folder(name) {
            Ok(below) => self.folder(&below, parts),
            Err(error) => {
                self.walk.unreadable(&self.path(parts), &error);
                Ok(())
            }
        }
    }

    /// Something that is not a chunk, or not a file where a chunk should be.
    fn other(&mut self, parts: &[String], below: &Below, kind: Kind) {
        let path = self.path(parts);
        match kind {
            Kind::Link => self.walk.found.links.add(&path, ""),
            Kind::Special => self.walk.found.special.add(&path, ""),
            Kind::File | Kind::Folder => {}
        }
        let why = match kind {
            Kind::Link => "a symbolic link, which is not followed",
            Kind::Special => "a device, pipe or socket, which is not opened",
            Kind::Folder => "a folder",
            Kind::File => "",
        };
        if matches!(below, Below::Chunk(_)) {
            self.chunks.counts.stored += 1;
            self.chunks.counts.unreadable += 1;
            self.chunks.unreadable.add(parts.join("/"), why);
        } else {
            self.report.others.add(parts.join("/"), why);
        }
    }

    /// A stored chunk: it is decoded now, or it may become one of the sample.
    fn stored(&mut self, folder: &Folder, name: &OsStr, parts: &[String]) -> Result<(), Ended> {
        self.chunks.counts.stored += 1;
        if let Some(sample) = &mut self.sample {
            sample.add(parts);
            return Ok(());
        }
        self.decode(folder, name, parts)
    }

    /// Decodes the chunks of the sample.
    fn sampled(&mut self, folder: &Folder) -> Result<(), Ended> {
        let Some(sample) = self.sample.take() else {
            return Ok(());
        };
        for parts in sample.chosen() {
            let Some((name, above)) = parts.split_last() else {
                continue;
            };
            let mut opened: Option<Folder> = None;
            let mut failed = None;
            for part in above {
                match opened.as_ref().unwrap_or(folder).folder(OsStr::new(part)) {
                    Ok(below) => opened = Some(below),
                    Err(error) => failed = Some(error),
                }
            }
            match failed {
                None => {
                    let folder = opened.as_ref().unwrap_or(folder);
                    self.decode(folder, &OsString::from(name), &parts)?;
                }
                Some(error) => self.not_decoded(&parts, error.into())?,
            }
        }
        Ok(())
    }

    fn decode(&mut self, folder: &Folder, name: &OsStr, parts: &[String]) -> Result<(), Ended> {
        self.chunks.counts.looked_at += 1;
        let decoded = folder.file(name).and_then(Stored::new);
        let decoded = decoded.map_err(NotDecoded::from).and_then(|mut file| {
            self.chunks.counts.bytes = self.chunks.counts.bytes.saturating_add(file.length);
            let stop = &self.walk.options.stop;
            let is_stopped = || stop.is_set();
            let budget = Budget {
                held: self.walk.options.chunk_bytes,
                decoded: self.walk.options.decoded_bytes,
            };
            let features = &mut self.report.features;
            let mut chunk = ChunkDecoder::new(self.steps, budget, &is_stopped, features);
            let Below::Chunk(index) = self.keys.below(parts) else {
                return Err(NotDecoded::Bug(format!(
                    "{parts:?} is not the key of a chunk"
                )));
            };
            chunk.decode(self.array.chain(&index)?, &mut file, "")
        });
        self.walk.looked_at();
        match decoded {
            Ok(()) => {
                self.chunks.counts.decoded += 1;
                Ok(())
            }
            Err(why) => self.not_decoded(parts, why),
        }
    }

    fn not_decoded(&mut self, parts: &[String], why: NotDecoded) -> Result<(), Ended> {
        let key = parts.join("/");
        let (count, tally, why) = match why {
            NotDecoded::Damaged(why) => (
                &mut self.chunks.counts.damaged,
                &mut self.chunks.damaged,
                why,
            ),
            NotDecoded::Unknown(why) => (
                &mut self.chunks.counts.not_known,
                &mut self.chunks.not_known,
                why,
            ),
            NotDecoded::Unreadable(why) => (
                &mut self.chunks.counts.unreadable,
                &mut self.chunks.unreadable,
                why,
            ),
            NotDecoded::Bug(why) => return Err(Ended::Bug(format!("chunk {key}: {why}"))),
            NotDecoded::Stopped => {
                // It was begun and says nothing.
                self.chunks.counts.looked_at -= 1;
                return Err(Ended::interrupted());
            }
        };
        *count += 1;
        tally.add(key, why);
        Ok(())
    }

    fn path(&self, parts: &[String]) -> String {
        joined(&self.report.path, &parts.join("/"))
    }
}

/// A file with stored bytes.
struct Stored {
    file: File,
    length: u64,
}

impl Stored {
    fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file, length })
    }
}

impl Source for Stored {
    fn length(&self) -> u64 {
        self.length
    }

    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        (&mut self.file).take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            let short = "it became shorter while it was read";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, short));
        }
        Ok(bytes)
    }
}

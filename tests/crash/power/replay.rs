//! Power cuts, replayed from recorded calls: the possible states of a disk after a cut. `calls.c` writes the record. An entry has its kind,
//! the lengths of two paths, a place, the number of bytes (all little-endian), the paths and the bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A recorded call.
#[derive(Debug)]
pub struct Call {
    kind: u8,
    path: PathBuf,
    other: PathBuf,
    place: u64,
    bytes: Vec<u8>,
    /// The length of the record with this call.
    pub end: u64,
}

/// The fate of unsynced writes. Sectors have 512 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsynced {
    Lost,
    Kept,
    /// The lengths of the files are kept, and what was written has become zeros.
    Zeros,
    /// The writes before a moment are kept, the last write in part.
    Before,
    /// A chosen half of the sectors is kept.
    Sectors,
    /// A chosen half of the writes is kept.
    Writes,
    /// One sector has something else in the range that was being written.
    Torn,
    /// One sector that was being written has something else in all of it.
    Garbage,
}

impl Unsynced {
    pub const ALL: [Unsynced; 8] = [
        Unsynced::Lost,
        Unsynced::Kept,
        Unsynced::Zeros,
        Unsynced::Before,
        Unsynced::Sectors,
        Unsynced::Writes,
        Unsynced::Torn,
        Unsynced::Garbage,
    ];
}

/// The syncs that a replay takes for not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    None,
    Folders,
    /// The syncs of the files whose names have one of these ends.
    Files(&'static [&'static str]),
}

#[derive(Clone, Debug)]
enum Change {
    Write(u64, Vec<u8>),
    Length(u64),
}

#[derive(Debug, Default)]
struct File {
    on_disk: Vec<u8>,
    pending: Vec<Change>,
    /// The number of pending changes when a sync began, by its file descriptor.
    syncs: BTreeMap<u64, usize>,
}

/// A change of a folder.
#[derive(Clone, Debug)]
enum Entry {
    Made(PathBuf, usize),
    Renamed(PathBuf, PathBuf),
    Removed(PathBuf),
    Linked(PathBuf, PathBuf),
}

type Names = BTreeMap<PathBuf, usize>;

/// The disk after some of the calls.
pub struct Disk {
    folder: PathBuf,
    ignored: Ignored,
    files: Vec<File>,
    names: Names,
    names_on_disk: Names,
    entries: Vec<Entry>,
}

/// Numbers that look random, from a seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below this one, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// The calls of a record that concern files in this folder, in which the process ran.
pub fn parse(record: &[u8], folder: &Path) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut at = 0;
    while let Some(head) = record.get(at..at + 17) {
        let short = |from: usize| usize::from(u16::from_le_bytes([head[from], head[from + 1]]));
        let (path, other) = (short(1), short(3));
        let size = u32::from_le_bytes(head[13..17].try_into().unwrap()) as usize;
        let Some(rest) = record.get(at + 17..at + 17 + path + other + size) else { break };
        at += 17 + rest.len();
        let named = |text: &[u8]| folder.join(std::str::from_utf8(text).unwrap());
        let call = Call {
            kind: head[0],
            path: named(&rest[..path]),
            other: named(&rest[path..path + other]),
            place: u64::from_le_bytes(head[5..13].try_into().unwrap()),
            bytes: rest[path + other..].to_vec(),
            end: at as u64,
        };
        if call.path.starts_with(folder) && !call.path.to_str().unwrap().ends_with("-shm") {
            calls.push(call);
        }
    }
    calls
}

impl Call {
    /// Returns true for a call that makes a file with this end of its path.
    pub fn makes(&self, path: &Path) -> bool {
        self.kind == b'c' && self.path.ends_with(path)
    }

    /// Returns true if the name of the call's file has this end.
    pub fn concerns(&self, ending: &str) -> bool {
        self.path.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes())
    }
}

impl Disk {
    /// A disk with these files in a folder.
    pub fn new(folder: &Path, ignored: Ignored, before: &BTreeMap<String, Vec<u8>>) -> Disk {
        let names: Names = before.keys().enumerate().map(|(file, name)| (folder.join(name), file)).collect();
        let file = |bytes: &Vec<u8>| File { on_disk: bytes.clone(), ..File::default() };
        let files = before.values().map(file).collect();
        Disk { folder: folder.to_owned(), ignored, files, names_on_disk: names.clone(), names, entries: Vec::new() }
    }

    /// Does a call.
    pub fn apply(&mut self, call: &Call) {
        let Call { kind, path, other, place, bytes, .. } = call;
        let file = self.names.get(path).copied();
        match (*kind, file) {
            (b'c' | b't', None) => {
                self.files.push(File::default());
                self.names.insert(path.clone(), self.files.len() - 1);
                self.entries.push(Entry::Made(path.clone(), self.files.len() - 1));
            }
            (b't', Some(file)) => self.files[file].pending.push(Change::Length(0)),
            (b'w', Some(file)) => self.files[file].pending.push(Change::Write(*place, bytes.clone())),
            (b'l', Some(file)) => self.files[file].pending.push(Change::Length(*place)),
            (b'b', Some(file)) => {
                let pending = self.files[file].pending.len();
                self.files[file].syncs.insert(*place, pending);
            }
            (b's', Some(file)) if !self.is_ignored(path) => self.files[file].sync(*place),
            (b's', None) if self.ignored != Ignored::Folders => self.sync_folder(path),
            (b'r', Some(file)) => {
                self.names.remove(path);
                self.names.insert(other.clone(), file);
                self.entries.push(Entry::Renamed(path.clone(), other.clone()));
            }
            (b'k', Some(file)) => {
                self.names.insert(other.clone(), file);
                self.entries.push(Entry::Linked(path.clone(), other.clone()));
            }
            (b'u', Some(_)) => {
                self.names.remove(path);
                self.entries.push(Entry::Removed(path.clone()));
            }
            _ => {}
        }
    }

    fn is_ignored(&self, path: &Path) -> bool {
        match self.ignored {
            Ignored::Files(ends) => ends.iter().any(|end| path.to_str().unwrap().ends_with(end)),
            Ignored::None | Ignored::Folders => false,
        }
    }

    fn sync_folder(&mut self, folder: &Path) {
        let (synced, others) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition::<Vec<_>, _>(|entry| entry.path().parent() == Some(folder));
        self.entries = others;
        synced.iter().for_each(|entry| entry.apply(&mut self.names_on_disk));
    }

    /// The files after a power cut now, by their names in the folder.
    pub fn after_power_cut(&self, unsynced: Unsynced, dice: &mut Dice) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut names = self.names_on_disk.clone();
        let kept = match dice.below(3) {
            0 => 0,
            1 => self.entries.len(),
            _ => dice.below(self.entries.len() + 1),
        };
        self.entries[..kept].iter().for_each(|entry| entry.apply(&mut names));
        // One sector of the whole disk is destroyed.
        let written: Vec<usize> =
            names.values().copied().filter(|file| !self.files[*file].pending.is_empty()).collect();
        let destroyed = if written.is_empty() { None } else { Some(written[dice.below(written.len())]) };
        let image = |file: usize, dice: &mut Dice| match unsynced {
            Unsynced::Torn | Unsynced::Garbage if Some(file) != destroyed => {
                self.files[file].after_power_cut(Unsynced::Kept, dice)
            }
            unsynced => self.files[file].after_power_cut(unsynced, dice),
        };
        let name = |path: &Path| path.strip_prefix(&self.folder).unwrap().to_owned();
        names.into_iter().map(|(path, file)| (name(&path), image(file, dice))).collect()
    }
}

impl Entry {
    fn path(&self) -> &Path {
        match self {
            Entry::Made(path, _) | Entry::Removed(path) => path,
            Entry::Renamed(_, path) | Entry::Linked(_, path) => path,
        }
    }

    fn apply(&self, names: &mut Names) {
        match self {
            Entry::Made(path, file) => drop(names.entry(path.clone()).or_insert(*file)),
            Entry::Renamed(from, to) => drop(names.remove(from).map(|file| names.insert(to.clone(), file))),
            Entry::Linked(from, to) => drop(names.get(from).copied().map(|file| names.insert(to.clone(), file))),
            Entry::Removed(path) => drop(names.remove(path)),
        }
    }
}

impl File {
    fn sync(&mut self, descriptor: u64) {
        let synced = self.syncs.remove(&descriptor).unwrap_or(0);
        for change in self.pending.drain(..synced) {
            change.apply(&mut self.on_disk);
        }
        self.syncs.values_mut().for_each(|begun| *begun = begun.saturating_sub(synced));
    }

    fn after_power_cut(&self, unsynced: Unsynced, dice: &mut Dice) -> Vec<u8> {
        let mut bytes = self.on_disk.clone();
        match unsynced {
            Unsynced::Lost => {}
            Unsynced::Kept | Unsynced::Torn | Unsynced::Garbage => {
                self.pending.iter().for_each(|change| change.apply(&mut bytes));
            }
            Unsynced::Zeros => self.pending.iter().for_each(|change| match change {
                Change::Write(place, written) => Change::Write(*place, vec![0; written.len()]).apply(&mut bytes),
                Change::Length(_) => change.apply(&mut bytes),
            }),
            Unsynced::Before => {
                let kept = dice.below(self.pending.len() + 1);
                self.pending[..kept].iter().for_each(|change| change.apply(&mut bytes));
                if let Some(Change::Write(place, written)) = self.pending.get(kept) {
                    let part = dice.below(written.len() + 1) / 512 * 512;
                    Change::Write(*place, written[..part].to_vec()).apply(&mut bytes);
                }
            }
            Unsynced::Writes => {
                self.pending.iter().filter(|_| dice.below(2) == 0).for_each(|change| change.apply(&mut bytes));
            }
            Unsynced::Sectors => {
                for change in self.pending.iter().flat_map(Change::sectors) {
                    if dice.below(2) == 0 {
                        change.apply(&mut bytes);
                    }
                }
            }
        }
        let sectors: Vec<Change> = self.pending.iter().flat_map(Change::sectors).collect();
        let written = sectors.iter().filter_map(|change| match change {
            Change::Write(place, bytes) => Some((*place as usize, bytes.len())),
            Change::Length(_) => None,
        });
        let written: Vec<(usize, usize)> = written.filter(|(place, size)| place + size <= bytes.len()).collect();
        if matches!(unsynced, Unsynced::Torn | Unsynced::Garbage) && !written.is_empty() {
            let (place, size) = written[dice.below(written.len())];
            let sector = place / 512 * 512..(place / 512 * 512 + 512).min(bytes.len());
            let range = if unsynced == Unsynced::Torn { place..place + size } else { sector };
            bytes[range].iter_mut().for_each(|byte| *byte = dice.below(256) as u8);
        }
        bytes
    }
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Length(length) => bytes.resize(*length as usize, 0),
            Change::Write(place, written) => {
                let end = *place as usize + written.len();
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                bytes[*place as usize..end].copy_from_slice(written);
            }
        }
    }

    /// The same change, a sector at a time.
    fn sectors(&self) -> Vec<Change> {
        let Change::Write(place, written) = self else { return vec![self.clone()] };
        let mut parts = Vec::new();
        let mut at = 0;
        while at < written.len() {
            let place = place + at as u64;
            let size = (512 - place as usize % 512).min(written.len() - at);
            parts.push(Change::Write(place, written[at..at + size].to_vec()));
            at += size;
        }
        parts
    }
}

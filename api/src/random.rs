//! Chance, from the operating system.

/// So many random bytes.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("an operating system without random numbers starts no service");
    bytes
}

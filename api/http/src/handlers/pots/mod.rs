//! The pots for special hands: their settings, their hands and their payment.

pub mod hands;
pub mod night;
pub mod settings;

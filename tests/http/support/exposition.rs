//! The metrics of a service, parsed from Prometheus's text format and checked by its naming conventions.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::service::Service;

/// The metrics at one moment.
#[derive(Debug, Default)]
pub struct Exposition {
    /// The type of each metric by its name.
    pub types: BTreeMap<String, String>,
    /// The value of each series by its name with labels, as it is written.
    pub samples: BTreeMap<String, f64>,
}

impl Exposition {
    pub fn of(service: &Service) -> Exposition {
        let answer = service.get("/metrics");
        assert_eq!((answer.status, answer.media_type()), (200, "text/plain"));
        Exposition::parse(&answer.text).unwrap_or_else(|error| panic!("{error} in:\n{}", answer.text))
    }

    /// The value of a metric without labels.
    #[track_caller]
    pub fn value(&self, name: &str) -> f64 {
        *self.samples.get(name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// Parses the text, or says what Prometheus or its conventions do not take.
    pub fn parse(text: &str) -> Result<Exposition, String> {
        let (mut all, mut helped) = (Exposition::default(), BTreeSet::new());
        if !text.ends_with('\n') {
            return Err("the last line has no end".to_owned());
        }
        for line in text.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                let (name, words) = help.split_once(' ').ok_or_else(|| format!("no words: {line}"))?;
                if words.is_empty() || !helped.insert(name) {
                    return Err(format!("no words, or a second time: {line}"));
                }
            } else if let Some(declared) = line.strip_prefix("# TYPE ") {
                let (name, kind) = declared.split_once(' ').ok_or_else(|| format!("no type: {line}"))?;
                check_name(name, kind)?;
                if !helped.contains(name) || all.types.insert(name.to_owned(), kind.to_owned()).is_some() {
                    return Err(format!("no help, or a second time: {line}"));
                }
            } else {
                let (series, value) = line.rsplit_once(' ').ok_or_else(|| format!("no value: {line}"))?;
                let name = series.split('{').next().unwrap_or_default();
                if !all.types.contains_key(family(name, &all.types)) {
                    return Err(format!("no type before {line}"));
                }
                let value = value.parse().map_err(|error| format!("{error}: {line}"))?;
                if all.samples.insert(series.to_owned(), value).is_some() {
                    return Err(format!("a second time: {line}"));
                }
            }
        }
        all.check_histograms()?;
        Ok(all)
    }

    /// The buckets of a histogram only grow, and the last has all.
    fn check_histograms(&self) -> Result<(), String> {
        for name in self.types.iter().filter(|(_, kind)| *kind == "histogram").map(|(name, _)| name) {
            for (series, count) in &self.samples {
                let Some(labels) = series.strip_prefix(&format!("{name}_count")) else { continue };
                let own = labels.trim_start_matches('{').trim_end_matches('}');
                let mut buckets: Vec<(f64, f64)> = Vec::new();
                for (bucket, value) in &self.samples {
                    let Some(inner) = bucket.strip_prefix(&format!("{name}_bucket{{")) else { continue };
                    let (others, bound) = inner.trim_end_matches('}').rsplit_once("le=\"").unwrap_or_default();
                    if others.trim_end_matches(',') == own {
                        let bound =
                            bound.trim_end_matches('"').parse().map_err(|error| format!("{error}: {bucket}"))?;
                        buckets.push((bound, *value));
                    }
                }
                buckets.sort_by(|one, other| one.0.total_cmp(&other.0));
                let grows = buckets.windows(2).all(|pair| pair[0].1 <= pair[1].1);
                if !grows || buckets.last() != Some(&(f64::INFINITY, *count)) {
                    return Err(format!("{series} does not go with its buckets: {buckets:?}"));
                }
            }
        }
        Ok(())
    }
}

/// The name of the metric that a series belongs to.
pub fn family<'a>(series: &'a str, types: &BTreeMap<String, String>) -> &'a str {
    ["_bucket", "_sum", "_count"]
        .iter()
        .filter_map(|ending| series.strip_suffix(ending))
        .find(|name| types.get(*name).is_some_and(|kind| kind == "histogram"))
        .unwrap_or(series)
}

/// Prometheus's conventions: base units, `_total` for counters alone, and letters that need no quotes.
fn check_name(name: &str, kind: &str) -> Result<(), String> {
    let is_plain = name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    let other_units = ["milliseconds", "ms", "minutes", "hours", "kilobytes", "megabytes", "percent"];
    let in_base_units = name.split('_').all(|word| !other_units.contains(&word));
    let is_counter = kind == "counter";
    let is_known = is_counter || kind == "gauge" || kind == "histogram";
    match is_plain && in_base_units && is_known && name.ends_with("_total") == is_counter {
        true => Ok(()),
        false => Err(format!("{name} is no name of a {kind}")),
    }
}

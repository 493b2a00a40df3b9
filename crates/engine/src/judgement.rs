/// What a machine thinks of a position before it looks ahead, part by part. Everything is seen from White.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What is counted; together they are the total.
    pub parts: Vec<Part>,
    /// The sum, as the machine adds it up.
    pub total: f64,
    /// What one of it is.
    pub unit: &'static str,
}

/// One thing that a machine counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub meaning: &'static str,
    /// What it is worth to White; less than nothing where it is good for Black.
    pub value: f64,
}

impl Part {
    /// A part.
    pub fn new(name: &'static str, value: impl Into<f64>, meaning: &'static str) -> Self {
        Self { name, meaning, value: value.into() }
    }
}

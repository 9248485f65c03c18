//! The languages that a skeleton exists for: its files, and how it is built and run.

use clap::ValueEnum;

/// Stands for the folder of the skeleton in commands.
pub(super) const PLACE: &str = "{out}";

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Python 3, nothing else
    #[value(alias = "py")]
    Python,
    /// Node 20 or later, nothing else
    #[value(name = "javascript", aliases = ["js", "node"])]
    JavaScript,
    /// Java 17 and Maven, with Gson
    Java,
    /// Cargo, with `serde_json` and hex
    #[value(alias = "rs")]
    Rust,
    /// C++17 and cmake, with nlohmann-json, on Linux or macOS
    #[value(name = "cpp", aliases = ["c++", "cxx"])]
    Cpp,
    /// Go 1.21 or later, nothing else
    #[value(alias = "golang")]
    Go,
    /// R 4, with jsonlite
    R,
}

/// The path of a file in the folder of the skeleton, and what it holds.
type File = (&'static str, &'static str);

impl Language {
    /// The files. The first is the one to fill in.
    pub(super) fn files(self) -> &'static [File] {
        match self {
            Self::Python => &[("adapter.py", include_str!("templates/python/adapter.py"))],
            Self::JavaScript => &[(
                "adapter.mjs",
                include_str!("templates/javascript/adapter.mjs"),
            )],
            Self::Java => &[
                (
                    "src/main/java/Adapter.java",
                    include_str!("templates/java/src/main/java/Adapter.java"),
                ),
                ("pom.xml", include_str!("templates/java/pom.xml")),
            ],
            // A folder with a Cargo.toml would be left out of the published package.
            Self::Rust => &[
                ("src/main.rs", include_str!("templates/rust/src/main.rs")),
                (
                    "Cargo.toml",
                    include_str!("templates/rust/Cargo.toml.template"),
                ),
            ],
            Self::Cpp => &[
                ("adapter.cpp", include_str!("templates/cpp/adapter.cpp")),
                (
                    "CMakeLists.txt",
                    include_str!("templates/cpp/CMakeLists.txt"),
                ),
            ],
            Self::Go => &[
                ("adapter.go", include_str!("templates/go/adapter.go")),
                ("go.mod", include_str!("templates/go/go.mod")),
            ],
            Self::R => &[("adapter.R", include_str!("templates/r/adapter.R"))],
        }
    }

    /// The file with the functions to write.
    pub(super) fn file_to_fill_in(self) -> &'static str {
        self.files().first().map_or("", |(name, _)| name)
    }

    /// What its list of operations is called there.
    pub(super) fn list_of_operations(self) -> &'static str {
        match self {
            Self::Go => "implemented",
            _ => "IMPLEMENTED",
        }
    }

    /// The commands that build it, word by word.
    pub(super) fn build(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Python | Self::JavaScript | Self::R => &[],
            Self::Java => &[&[
                "mvn",
                "--batch-mode",
                "--quiet",
                "--file",
                "{out}/pom.xml",
                "package",
            ]],
            Self::Rust => &[&[
                "cargo",
                "build",
                "--release",
                "--manifest-path",
                "{out}/Cargo.toml",
                "--target-dir",
                "{out}/target",
            ]],
            Self::Cpp => &[
                &["cmake", "-S", "{out}", "-B", "{out}/build"],
                &["cmake", "--build", "{out}/build"],
            ],
            Self::Go => &[&["go", "build", "-C", "{out}"]],
        }
    }

    /// The command that runs it, word by word.
    pub(super) fn run(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["python3", "{out}/adapter.py"],
            Self::JavaScript => &["node", "{out}/adapter.mjs"],
            Self::Java => &["java", "-jar", "{out}/target/adapter.jar"],
            Self::Rust => &["{out}/target/release/adapter"],
            Self::Cpp => &["{out}/build/adapter"],
            Self::Go => &["{out}/adapter"],
            Self::R => &["Rscript", "{out}/adapter.R"],
        }
    }
}

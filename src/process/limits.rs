//! What keeps an implementation from outliving a run, and from taking all memory.
//!
//! Both need Linux. Elsewhere a process group, or a job object, is all that ends descendants.

use std::io;
use std::process::Command;

/// The variable by which descendants are known, wherever they go: they inherit it.
#[cfg(target_os = "linux")]
const VARIABLE: &str = "ZARR_CONFORM_ADAPTER";

/// What every descendant of one implementation inherits, and nothing else has.
pub(super) struct Mark(#[cfg(target_os = "linux")] String);

#[cfg(target_os = "linux")]
impl Mark {
    /// Marks what a command will start.
    pub(super) fn put_on(command: &mut Command) -> Self {
        use std::hash::{BuildHasher as _, RandomState};
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let random = RandomState::new().hash_one(number);
        let value = format!("{}-{number}-{random:016x}", std::process::id());
        command.env(VARIABLE, &value);
        Self(format!("{VARIABLE}={value}"))
    }

    /// Kills those that left the process group. One that starts others meanwhile is looked for again.
    pub(super) fn kill_all(&self) {
        const ROUNDS: usize = 20;
        for _ in 0..ROUNDS {
            if self.kill() == 0 {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// Kills those that live, and says how many they were.
    fn kill(&self) -> usize {
        use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
        let entries = std::path::Path::new("/proc").read_dir();
        let entries = entries.into_iter().flatten().flatten();
        let killed = entries.filter(|entry| {
            let kill = || {
                let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
                // Opened first: the number is that of the same process from here on.
                let process = pidfd_open(pid, PidfdFlags::empty()).ok()?;
                let variables = std::fs::read(entry.path().join("environ")).ok()?;
                let mut variables = variables.split(|byte| *byte == 0);
                variables.find(|it| *it == self.0.as_bytes())?;
                pidfd_send_signal(&process, Signal::KILL).ok()
            };
            kill().is_some()
        });
        killed.count()
    }
}

#[cfg(not(target_os = "linux"))]
impl Mark {
    pub(super) fn put_on(_command: &mut Command) -> Self {
        Self()
    }

    #[expect(
        clippy::unused_self,
        reason = "there is one where descendants are found"
    )]
    pub(super) fn kill_all(&self) {}
}

/// Limits the memory for data of a process, and of each that it starts from now on.
#[cfg(target_os = "linux")]
pub(super) fn limit_memory(process: u32, bytes: u64) -> io::Result<()> {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    match prlimit(pid, Resource::Data, limit) {
        // It has ended already, which is noticed when it is asked something.
        Ok(_) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn limit_memory(_process: u32, _bytes: u64) -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "memory can be limited on Linux only",
    ))
}

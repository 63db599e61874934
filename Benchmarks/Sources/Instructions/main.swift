import TabpipeCommands
import Dispatch
import Pipeline

// Runs tabpipe on other threads, while the main thread waits: callgrind stops when Dispatch parks the main thread of an async `main`.
Task.detached { await TabpipeProgram.main(with: .standard) }
DispatchSemaphore(value: 0).wait()

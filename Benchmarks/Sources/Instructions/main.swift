import TabpipeCommands
import Dispatch
import Pipeline

// tabpipe whose main thread only waits: callgrind ends where Dispatch suspends the main thread of an asynchronous program.
Task.detached { await TabpipeProgram.main(with: .standard) }
DispatchSemaphore(value: 0).wait()

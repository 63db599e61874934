import TabpipeCommands
import Pipeline

await TabpipeProgram.main(with: .standard)

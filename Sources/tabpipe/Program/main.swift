import Commands
import Pipeline

await TabpipeProgram.main(with: .standard)

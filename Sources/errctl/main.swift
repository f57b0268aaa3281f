import ErrctlCommands

await CommandLineTool.run()

import ErrctlCommands

// errctl with the warehouse's own words: every command knows them, from `validate` to `schema`.
await CommandLineTool.run(plugins: [Warehouse()])

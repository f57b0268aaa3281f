-- The set-up of docs/reference/editors.md, with the keys that the screens are made by.
vim.o.swapfile = false
vim.o.shortmess = vim.o.shortmess .. "F"
vim.o.omnifunc = "v:lua.vim.lsp.omnifunc"
vim.o.completeopt = "menuone,noselect"
vim.o.signcolumn = "no"
vim.keymap.set("n", "K", vim.lsp.buf.hover)
vim.keymap.set("n", "gR", function() vim.lsp.buf.rename(vim.g.new_name) end)
vim.keymap.set("n", "gl", vim.lsp.codelens.refresh)
vim.keymap.set("n", "gA", vim.lsp.buf.code_action)
dofile(vim.env.ERRCTL_SETUP)

import os
import shutil
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def shop(tmp_path):
    """A copy of the shop's rules, with its suite and its stream."""
    folder = tmp_path / "shop"
    shutil.copytree(ROOT / "rules/shop", folder)
    return folder


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["ERRCTL_UNDER_TEST"], "lsp"]),
    params=["neovim", "visual_studio_code"],
)
async def client(request, lsp_client: LanguageClient, shop):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        assert [registration.method for registration in params.registrations] == ["workspace/didChangeWatchedFiles"]

    lsp_client.applied = []
    lsp_client.refreshed = 0

    @lsp_client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply_edit(params: types.ApplyWorkspaceEditParams):
        lsp_client.applied.append(params)
        return types.ApplyWorkspaceEditResult(applied=True)

    @lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(_):
        lsp_client.refreshed += 1

    folder = types.WorkspaceFolder(uri=shop.as_uri(), name="shop")
    capabilities = client_capabilities(request.param)
    lsp_client.pulls = capabilities.text_document.diagnostic is not None
    params = types.InitializeParams(capabilities=capabilities, workspace_folders=[folder], root_uri=shop.as_uri())
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()

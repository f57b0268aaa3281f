import JSONRPC
import Testing

@Suite struct FileURITests {
  @Test(arguments: [
    ("file:///a/b.yaml", "/a/b.yaml"), ("FILE:///a", "/a"), ("file://localhost/a", "/a"),
    ("file:///a%20b/%C3%A9.yaml", "/a b/é.yaml"), ("file:///a?x#y", "/a"), ("file:///a%23", "/a#"),
  ]) func pathsAreReadFromURIs(uri: String, path: String) {
    #expect(FileURI.path(of: uri) == path)
  }

  @Test(arguments: [
    "untitled:a.yaml", "http://x/a", "file://host/a", "file://", "file:///a%2", "file:///a%zz",
    "file:///a%00b",
    "file:///%ff", "",
  ]) func otherURIsAreNoPaths(uri: String) {
    #expect(FileURI.path(of: uri) == nil)
  }

  @Test(arguments: ["/", "/a b/é#?%.yaml", "/~x/-_./+,;:@"]) func aPathIsReadFromItsURI(path: String) {
    #expect(FileURI.path(of: FileURI.uri(of: path)) == path)
  }
}

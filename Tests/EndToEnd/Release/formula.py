#!/usr/bin/env python3
"""The Homebrew formula of a release, read as Ruby where there is one: formula.py FOLDER. It has the archive's address and checksum."""
import hashlib, pathlib, re, shutil, subprocess, sys

folder = pathlib.Path(sys.argv[1])
formula = folder / "errctl.rb"
text = formula.read_text()
name = re.search(r'url ".*/(.*)"', text).group(1)
assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == re.search(r'sha256 "(.*)"', text).group(1)
if not shutil.which("ruby"):
    print("formula: it has the archive's checksum; there is no Ruby here to install by it")
    sys.exit()
subprocess.run(["ruby", "-wc", formula], check=True, stdout=subprocess.DEVNULL)
# Enough of Homebrew to install and test by the formula: what it declares is noted, what it puts into its prefix is moved there.
runner = """
require "fileutils"; require "pathname"; require "tmpdir"
class Pathname
  def install(*files)
    mkpath
    FileUtils.cp_r(files.flatten, self)
  end
end
class Formula
  class << self
    def desc(*) = nil
    def homepage(*) = nil
    def sha256(*) = nil
    def depends_on(*) = nil
    def url(address) = @@url = address
    def test(&block) = @@test = block
  end
  def prefix = Pathname(Dir.pwd).parent + "prefix"
  def bin = prefix + "bin"
  def share = prefix + "share"
  def system(*words) = Kernel.system(*words.map(&:to_s)) || raise("#{words} failed")
  def run = (prefix.mkpath; install; instance_eval(&@@test))
end
load ARGV[0]
Dir.mktmpdir do |work|
  Kernel.system("tar", "-xzf", ARGV[1], "-C", work) || raise
  Dir.chdir(Dir[work + "/*"].first) { Errctl.new.run }
end
"""
subprocess.run(["ruby", "-e", runner, formula, folder / name], check=True)
print("formula: installed and tested by it")

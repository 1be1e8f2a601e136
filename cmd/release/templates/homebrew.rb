class Alike < Formula
  desc "Finds files that share content"
  homepage "{{.URL}}"
  version "{{.Version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{.Archive "darwin-arm64"}}"
      sha256 "{{.Sum "darwin-arm64"}}"
    end
    on_intel do
      url "{{.Archive "darwin-amd64"}}"
      sha256 "{{.Sum "darwin-amd64"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{.Archive "linux-arm64"}}"
      sha256 "{{.Sum "linux-arm64"}}"
    end
    on_intel do
      url "{{.Archive "linux-amd64"}}"
      sha256 "{{.Sum "linux-amd64"}}"
    end
  end

  def install
    bin.install "alike"
    man1.install Dir["man/man1/*.1"]
    man7.install "man/man7/alike.7"
    bash_completion.install "completions/bash/alike"
    zsh_completion.install "completions/zsh/_alike"
    fish_completion.install "completions/fish/alike.fish"
    doc.install "README.md", "CHANGELOG.md", "SECURITY.md", "docs", "licences"
  end

  test do
    (testpath/"a").write "one line of many\n" * 100
    cp testpath/"a", testpath/"b"
    assert_match "b", shell_output("#{bin}/alike dups --index #{testpath}/index #{testpath}")
  end
end

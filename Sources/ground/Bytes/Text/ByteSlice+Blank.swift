extension ByteSlice {
  package var isBlank: Bool {
    for index in 0..<count {
      switch self[index] {
      case 0x20, 0x09, 0x0D, 0x0A: continue
      default: return false
      }
    }
    return true
  }
}

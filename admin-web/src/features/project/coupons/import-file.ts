import { codeFile, readCodes, sortOut } from '@talad/proto/http/campaign/code-file'
import type { Imported } from './api.ts'

/** As many lines as one call takes (AW-10), and no more bytes than it does. */
const MOST_LINES = 10_000
const MOST_BYTES = 3_900_000
/** A million codes, as many as a pool takes, with some words each. */
export const LARGEST_FILE = 100_000_000

type Codes = ReturnType<typeof sortOut>['added']

/** Codes in parts of which each is one call. */
function* partsOf(codes: Codes): Generator<Codes> {
  let part: Codes = []
  let bytes = 0
  for (const one of codes) {
    const size = new Blob([codeFile([one])]).size
    if (part.length === MOST_LINES || bytes + size > MOST_BYTES) {
      yield part
      part = []
      bytes = 0
    }
    part.push(one)
    bytes += size
  }
  if (part.length > 0) yield part
}

/**
 * AW-10: puts the codes of a file of any length into a pool. What one call takes is judged by the server as it is; the lines
 * of a longer one are read here by the same reader, and its codes are sent on part by part.
 * @param onSent how many codes of how many have been sent
 */
export async function importFile(
  file: File,
  send: (file: File) => Promise<Imported>,
  onSent: (sent: number, all: number) => void,
): Promise<Imported> {
  const lines = readCodes(new Uint8Array(await file.arrayBuffer()))
  if (lines.length <= MOST_LINES && file.size <= MOST_BYTES) return send(file)
  const { added: codes, duplicateInFile, invalid } = sortOut(lines, new Set())
  const sum: Imported = { added: 0, duplicateInFile, duplicateInPool: 0, invalid }
  let sent = 0
  for (const part of partsOf(codes)) {
    onSent(sent, codes.length)
    const { added, duplicateInPool } = await send(new File([codeFile(part)], 'codes.csv'))
    sum.added += added
    sum.duplicateInPool += duplicateInPool
    sent += part.length
  }
  return sum
}

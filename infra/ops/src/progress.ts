/** Tells how far a long piece of work is. */
export type Progress = {
  tell(label: string, done: number, of?: number): void
  /** the work has ended: the last state stays */
  end(): void
}

type Screen = { isTTY?: boolean; write(text: string): unknown }

const WIDTH = 30
/** Where nobody watches, a line each so often. */
const LINE_EVERY_MS = 2_000

function bar(label: string, done: number, of: number | undefined): string {
  if (of === undefined || of === 0) return `${label}: ${done}`
  const share = Math.min(1, done / of)
  const full = Math.round(share * WIDTH)
  return `${label} [${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${Math.floor(share * 100)}% ${done} of ${of}`
}

/** A bar on a terminal, lines elsewhere. @param screen stderr: stdout is for the answer */
export function createProgress(screen: Screen, now: () => number = () => performance.now()): Progress {
  let told: string | undefined
  let current = ''
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    tell(label, done, of) {
      current = bar(label, done, of)
      if (screen.isTTY) screen.write(`\r\u001b[K${current}`)
      else if (now() - toldAt >= LINE_EVERY_MS) {
        screen.write(`${current}\n`)
        told = current
        toldAt = now()
      }
    },
    end() {
      if (current === '') return
      if (screen.isTTY) screen.write('\n')
      else if (told !== current) screen.write(`${current}\n`)
      current = ''
    },
  }
}

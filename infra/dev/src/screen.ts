import { type Person, people } from '@talad/demo/people'
import { type Staff, staff } from '@talad/demo/staff'
import type { Run } from './run-file.ts'

/** What the person at the terminal sees. */
export type Screen = {
  /** a step that has ended, and what it took */
  done(what: string, sinceMs: number): void
  note(line: string): void
  warn(line: string): void
  /** the state of something that goes on; one line that is written over */
  progress(line: string): void
  ready(run: Run, startedAtMs: number): void
}

const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

/** Columns that a text takes at a terminal: Thai vowels and tone marks stand above or below a consonant. */
export function width(text: string): number {
  return [...text].filter((char) => !/\p{Mn}/u.test(char)).length
}

function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

/** Lines of columns, each as wide as its longest cell; the last one is left as it is. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => width(row[index] ?? ''))),
  )
  return rows.map((row) =>
    row.map((cell, index) => (index === columns - 1 ? cell : padded(cell, widths[index] ?? 0))).join('   '),
  )
}

/** The addresses and the people, in Thai and English. */
export function welcome(run: Run): string[] {
  const addresses = table([
    ['ตลาด · web', run.gateway],
    ['ผู้ดูแลระบบ · admin', run.admin],
    ['คู่มือ API · API docs', `${run.gateway}/docs`],
    ['มือถือจำลอง · sandbox phone', `${run.sandbox}/join/phone`],
    ['โต๊ะบัตรเครดิต · sandbox card desk', `${run.sandbox}/chillpay/desk`],
    ['บล็อกเชน · chain RPC', `${run.rpc} (chain id ${run.chainId})`],
  ])
  const shown = ({ name, level, role }: Person | Staff) => {
    return [`    ${name.th} · ${name.en} (${level})`, `      ${role.th}`, `      ${role.en}`]
  }
  return [
    ...addresses.map((line) => `  ${line}`),
    '',
    '  ลองเข้าสู่ระบบเป็น · sign in with Join as',
    ...people.flatMap(shown),
    '',
    '  หรือเป็นผู้ดูแล · or as one of the admins',
    ...staff.flatMap(shown),
    '',
    '  หยุดด้วย Ctrl-C · stop with Ctrl-C',
  ]
}

/** Writes to a terminal or a pipe; a line in progress is written over only where that is possible. */
export function createScreen(out: NodeJS.WriteStream): Screen {
  let open = false
  const line = (text: string) => {
    if (open) out.write('\r\u001b[K')
    open = false
    out.write(`${text}\n`)
  }
  return {
    done: (what, sinceMs) => line(`  ✓ ${padded(what, 28)} ${seconds(sinceMs)}`),
    note: (text) => line(`  · ${text}`),
    warn: (text) => line(`  ! ${text}`),
    progress(text) {
      if (!out.isTTY) return
      out.write(`\r\u001b[K  … ${text}`)
      open = true
    },
    ready(run, startedAtMs) {
      const lines = ['', `  Talad ตลาด is ready after ${seconds(startedAtMs)}`, '', ...welcome(run), '']
      line(lines.join('\n'))
    },
  }
}

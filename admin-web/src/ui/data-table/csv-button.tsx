import { saveFile } from '@talad/ui/browser/save-file'
import { say } from '@talad/ui/browser/toast'
import { patiently } from '@talad/ui/client/patiently'
import { Button } from '@talad/ui/components/button'
import { csvOf } from '@talad/ui/format/csv'
import { formatCount } from '@talad/ui/format/money'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { bangkokDay } from '../../lib/days.ts'
import { messageOf } from '../../lib/refusal.ts'
import type { Column, ListSource } from './column.ts'
import { headOf, lineOf, sumsOf } from './csv.ts'
import { noteExport } from './note-export.ts'
import { useAddress } from './use-address.ts'

const PAGE = 100
/** A list that is longer is narrowed first. */
const MOST_ROWS = 20_000

type Props<Row> = { name: string; columns: readonly Column<Row>[]; source: ListSource<Row> }

/** AW-11: saves every row that the filters find, in the order on the screen, for a spreadsheet. */
export function CsvButton<Row>({ name, columns, source }: Props<Row>) {
  const { t } = useText()
  const { search } = useAddress()
  const [read, setRead] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const controller = new AbortController()
    running.current = controller
    setRead(0)
    try {
      const lines = [headOf(columns)]
      let at: string | undefined
      let sums: Readonly<Record<string, string>> | undefined
      do {
        const asked = at
        const ask = { search, at: asked, size: PAGE }
        const page = await patiently(() => source.read(ask, controller.signal), controller.signal)
        lines.push(...page.rows.map((row) => lineOf(columns, row)))
        setRead(lines.length - 1)
        at = page.next
        sums = page.sums
      } while (at !== undefined && lines.length <= MOST_ROWS)
      if (at !== undefined) say(t('table.csvCut', { count: formatCount(MOST_ROWS) }), 'error')
      // GW-27: no file leaves before it is written down who took it
      await noteExport(name, search, lines.length - 1)
      if (sums && at === undefined) lines.push(sumsOf(columns, sums))
      const period = source.periodOf?.(search) ?? bangkokDay(Date.now())
      saveFile(`talad-${name}-${period}.csv`, csvOf(lines))
    } catch (error) {
      if (!controller.signal.aborted) say(messageOf(error), 'error')
    }
    setRead(undefined)
  }
  return (
    <>
      <Button look="quiet" size="small" busy={read !== undefined} onClick={() => void run()}>
        CSV
      </Button>
      <span role="status" className="text-xs text-soft">
        {read !== undefined && t('table.csvReading', { count: formatCount(read) })}
      </span>
    </>
  )
}

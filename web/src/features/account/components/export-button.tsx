import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { formatCount } from '@talad/ui/format/money'
import { useEffect, useRef, useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import type { CreditFilter } from '../api/credit.ts'
import type { NamesOf } from '../export/export.ts'

type Props = { filter: CreditFilter; isEmpty: boolean; namesOf: NamesOf }

/** Saves all that a filter finds as a CSV file; a long one says how far it is and can be given up. */
export function ExportButton({ filter, isEmpty, namesOf }: Props) {
  const { t } = useLateText()
  const [read, setRead] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    const controller = new AbortController()
    running.current = controller
    setRead(0)
    try {
      const { exportStatement } = await import('../export/export.ts')
      await exportStatement(filter, namesOf, setRead, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) say(messageOf(error), 'error')
    }
    setRead(undefined)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 md:ml-auto md:flex-row-reverse">
      <Button
        look="quiet"
        size="small"
        busy={read !== undefined}
        disabled={isEmpty}
        onClick={() => void run()}
      >
        {t('credit.export')}
      </Button>
      <p role="status" className="text-sm text-soft">
        {read !== undefined && t('credit.exporting', { count: formatCount(read) })}
      </p>
      {read !== undefined && (
        <Button look="plain" size="small" onClick={() => running.current?.abort()}>
          {t('credit.exportStop')}
        </Button>
      )}
    </div>
  )
}

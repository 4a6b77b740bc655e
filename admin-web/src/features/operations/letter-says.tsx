import type { operationsHttp } from '@talad/proto/http/operations'
import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { wholeLetterQuery } from './api.ts'

const block =
  'max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere'

/** What a message says, once somebody asks: it may be personal, and each look is in the audit log (AW-15). */
export function LetterSays({ id }: { id: string }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const whole = useQuery({ ...wholeLetterQuery(id), enabled: isOpen })
  if (!isOpen)
    return (
      <div>
        <Button size="small" look="quiet" onClick={() => setOpen(true)}>
          {t('letter.show')}
        </Button>
        <p className="text-sm text-soft">{t('letter.showText')}</p>
      </div>
    )
  return <Loaded query={whole}>{(letter) => <Whole {...letter} />}</Loaded>
}

type Letter = Pick<
  z.infer<typeof operationsHttp.readDeadLetter.response>,
  'message' | 'headers' | 'payload' | 'says'
>

/** In words where there is a reader of it, otherwise as it came. */
export function Whole({ message, headers, payload, says }: Letter) {
  const { t } = useText()
  return (
    <section aria-label={t('letter.show')} className="grid gap-2">
      <Facts>
        <Fact label={t('letter.message')}>
          <Ident value={message} />
        </Fact>
        {Object.entries(headers).map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself has to take the keys that scroll it */}
      <pre tabIndex={0} className={block}>
        {says ?? payload}
      </pre>
      {says === null && <p className="text-sm text-soft">{t('letter.unread')}</p>}
    </section>
  )
}

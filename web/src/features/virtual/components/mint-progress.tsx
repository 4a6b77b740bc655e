import { useVirtualText, type VirtualKey } from '../../../i18n/virtual.ts'
import type { Holding } from '../api/holdings.ts'
import { MINT_STEPS, stepOf } from '../minting.ts'

const texts = {
  queued: 'mint.queued',
  signed: 'mint.signed',
  sent: 'mint.sent',
} as const satisfies Record<(typeof MINT_STEPS)[number], VirtualKey>

/** How far a mint is, as the server says it (CA-46). */
export function MintProgress({ holding }: { holding: Holding }) {
  const { t } = useVirtualText()
  const at = stepOf(holding)
  const place = MINT_STEPS.indexOf(at)
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="flex gap-1.5">
        {MINT_STEPS.map((step, index) => (
          <span
            key={step}
            className={`h-1.5 flex-1 rounded-full ${index < place ? 'bg-leaf' : index === place ? 'animate-pulse bg-gold' : 'bg-sunken'}`}
          />
        ))}
      </div>
      <p role="status" className="text-sm">
        <span className="font-semibold">
          {t('mint.step', { at: place + 1, of: MINT_STEPS.length })} {t(texts[at])}
        </span>{' '}
        <span className="text-soft">{t('mint.unusable')}</span>
      </p>
    </div>
  )
}

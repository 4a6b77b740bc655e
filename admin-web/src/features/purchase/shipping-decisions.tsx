import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminShipping } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Button } from '@talad/ui/components/button'
import { type ComponentProps, useRef, useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { askMoneyAgain, cancelDelivery, type Decided, decideIncident, PURCHASES } from './api.ts'

type Props = {
  id: string
  version: number
  texts: { title: TextKey; text: TextKey; word: TextKey }
  reason: ComponentProps<typeof DecisionDialog>['reason']
  decide: (decided: Decided) => Promise<unknown>
}

/** A button to a decision on a purchase. */
function ShippingDecision({ id, version, texts, reason, decide }: Props) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const key = useRef(crypto.randomUUID())
  const { title, text, word } = texts
  return (
    <>
      <div>
        <Button look="danger" size="small" onClick={() => setOpen(true)}>
          {t(title)}
        </Button>
      </div>
      {open && (
        <DecisionDialog
          title={t(title)}
          isDestructive
          word={t(word)}
          reason={reason}
          act={(note) => decide({ id, version, note, key: key.current })}
          stale={[PURCHASES]}
          target={id}
          onClose={() => setOpen(false)}
        >
          <p>{t(text)}</p>
        </DecisionDialog>
      )}
    </>
  )
}

export function CancelDelivery({ id, version }: { id: string; version: number }) {
  return (
    <ShippingDecision
      id={id}
      version={version}
      decide={cancelDelivery}
      texts={{ title: 'delivery.cancel', text: 'delivery.cancelText', word: 'word.cancel' }}
      reason={reasonOf(shippingAdminHttp.adminCancelDelivery)}
    />
  )
}

/** What each thing that the ledger refused does when it is asked for again. */
const againTexts: Partial<Record<NonNullable<AdminShipping['incident']>, TextKey>> = {
  settlement_refused: 'again.settlement',
  refund_refused: 'again.refund',
  release_refused: 'again.release',
  reversal_refused: 'again.reversal',
}

/** What the ledger refused, once its cause is mended; nothing for a purchase of which it has refused nothing. */
export function AskMoneyAgain({ shipping: { _id: id, version, incident } }: { shipping: AdminShipping }) {
  const text = incident === null ? undefined : againTexts[incident]
  if (text === undefined) return null
  return (
    <ShippingDecision
      // each refusal is a decision of its own
      key={version}
      id={id}
      version={version}
      decide={askMoneyAgain}
      texts={{ title: 'again.title', text, word: 'word.again' }}
      reason={reasonOf(shippingAdminHttp.adminAskMoneyAgain)}
    />
  )
}

/** What the chain has contradicted after the money moved; nothing for a purchase of which it hasn't (LG-18). */
export function DecideIncident({ shipping: { _id: id, version, incident } }: { shipping: AdminShipping }) {
  if (incident !== 'delivery_lost' && incident !== 'delivered_after_refund') return null
  const reason = reasonOf(shippingAdminHttp.adminDecideIncident)
  return (
    <>
      {incident === 'delivery_lost' && (
        <ShippingDecision
          id={id}
          version={version}
          reason={reason}
          decide={decideIncident('reverse')}
          texts={{ title: 'incident.reverse', text: 'incident.reverseText', word: 'word.reverse' }}
        />
      )}
      <ShippingDecision
        id={id}
        version={version}
        reason={reason}
        decide={decideIncident('close')}
        texts={{ title: 'incident.close', text: 'incident.closeText', word: 'word.close' }}
      />
    </>
  )
}

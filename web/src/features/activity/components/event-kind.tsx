import { Badge, type Tone } from '@talad/ui/components/status'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import type { kindOf } from '../events.ts'

const kinds: Record<ReturnType<typeof kindOf>, { text: LateKey; tone: Tone }> = {
  mint: { text: 'event.mint', tone: 'calm' },
  burn: { text: 'event.burn', tone: 'calm' },
  transfer: { text: 'event.transfer', tone: 'calm' },
  list: { text: 'event.list', tone: 'wait' },
  offer: { text: 'event.offer', tone: 'wait' },
  cancel: { text: 'event.cancel', tone: 'bad' },
  sale: { text: 'event.sale', tone: 'good' },
  bought: { text: 'shipping.bought', tone: 'good' },
}

/** What happened, in a word. */
export function EventKind({ kind }: { kind: keyof typeof kinds }) {
  const { t } = useLateText()
  return <Badge tone={kinds[kind].tone}>{t(kinds[kind].text)}</Badge>
}

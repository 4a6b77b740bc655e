import type { ApiKey } from '@talad/proto/http/campaign/api-keys-admin'
import { useNow } from '@talad/ui/browser/use-now'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import { isTest, standing } from './words.ts'

const MINUTE_MS = 60_000

/** Whether a key counts, and whether only for trying things out. */
export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useText()
  const [tone, key] = standing(apiKey, useNow(MINUTE_MS))
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{t(key)}</Badge>
      {isTest(apiKey) && <Badge tone="wait">{t('key.test')}</Badge>}
    </span>
  )
}

/** When something was; in words where it never was. */
export function MomentOr({ at, none }: { at: string | null; none: string }) {
  return at === null ? none : <Moment at={at} age />
}

function LastUsed({ lastUsed }: ApiKey) {
  const { t } = useText()
  return <MomentOr at={lastUsed} none={t('key.never')} />
}

function Expires({ expires }: ApiKey) {
  const { t } = useText()
  return expires === null ? t('key.endless') : <Moment at={expires} />
}

export const keyColumns: readonly Column<ApiKey>[] = [
  { key: 'name', title: 'key.name', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    key: 'prefix',
    title: 'key.prefix',
    cell: ({ prefix }) => <span className="font-mono text-[0.92em]">{prefix}…</span>,
    csv: ({ prefix }) => prefix,
  },
  { key: 'state', title: 'key.state', cell: (key) => <KeyState apiKey={key} /> },
  {
    key: 'used',
    title: 'key.lastUsed',
    cell: (key) => <LastUsed {...key} />,
    csv: ({ lastUsed }) => lastUsed ?? '',
  },
  {
    key: 'expires',
    title: 'key.expires',
    cell: (key) => <Expires {...key} />,
    csv: ({ expires }) => expires ?? '',
  },
  {
    key: 'created',
    title: 'key.created',
    usuallyHidden: true,
    cell: ({ created }) => <Moment at={created} />,
    csv: ({ created }) => created,
  },
]

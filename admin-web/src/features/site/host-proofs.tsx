import type { SiteShown } from '@talad/proto/http/gateway/site-admin'
import { Badge } from '@talad/ui/components/status'
import { type TextKey, useText } from '../../i18n/index.ts'

type Hosts = SiteShown['hosts']
type Standing = Hosts[number]['proof']['status']

const standings: Record<Standing, { text: TextKey; tone: 'good' | 'wait' | 'bad' }> = {
  ours: { text: 'proof.ours', tone: 'good' },
  waiting: { text: 'proof.waiting', tone: 'wait' },
  proven: { text: 'proof.proven', tone: 'good' },
  missing: { text: 'proof.missing', tone: 'bad' },
  let_go: { text: 'proof.letGo', tone: 'bad' },
}

/** What has to stand in the DNS of each host of somebody's own, and whether it does. */
export function HostProofs({ hosts }: { hosts: Hosts }) {
  const { t } = useText()
  if (hosts.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-base">{t('proof.title')}</h2>
      <ul className="grid gap-3 text-sm">
        {hosts.map(({ domain, proof }) => (
          <li key={domain} className="grid gap-1 rounded-md border border-line p-3">
            <p className="flex flex-wrap items-center gap-3 font-semibold">
              {domain} <Badge tone={standings[proof.status].tone}>{t(standings[proof.status].text)}</Badge>
            </p>
            {proof.status !== 'ours' && (
              <p className="wrap-anywhere text-soft">
                TXT <code>{proof.name}</code> = <code>{proof.value}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

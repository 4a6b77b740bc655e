import type { SiteTerms } from '@talad/proto/http/gateway/site-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { useText } from '../../i18n/index.ts'

type Hosts = SiteTerms['hosts']
type Props = { hosts: Hosts; fault: (path: string) => string | undefined; onChange: (hosts: Hosts) => void }

/** Where a site is found: one primary host for users, one for admins (GW-6). */
export function HostsFields({ hosts, fault, onChange }: Props) {
  const { t } = useText()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('site.hosts')}</legend>
      {hosts
        .map((host, at) => ({ host, at }))
        .map(({ host, at }) => {
          const set = (part: Partial<Hosts[number]>) => onChange(hosts.with(at, { ...host, ...part }))
          return (
            <div key={at} className="grid gap-3 rounded-md border border-line p-3">
              <TextField
                label={t('site.domain')}
                hint={t('site.domainHint')}
                error={fault(`hosts.${at}.domain`)}
                value={host.domain}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => set({ domain: target.value.trim().toLowerCase() })}
              />
              <TextField
                label={t('site.gtm')}
                hint={t('site.gtmHint')}
                error={fault(`hosts.${at}.gtm_id`)}
                value={host.gtm_id ?? ''}
                onChange={({ target }) => set({ gtm_id: target.value === '' ? null : target.value.trim() })}
              />
              {(['is_primary', 'is_admin_site'] as const).map((name) => (
                <label key={name} className="flex min-h-10 items-center gap-3 text-sm">
                  <input
                    type="checkbox"
                    checked={host[name]}
                    onChange={({ target }) => set({ [name]: target.checked })}
                    className="size-4 accent-leaf"
                  />
                  {t(name === 'is_primary' ? 'site.primary' : 'site.admin')}
                </label>
              ))}
              <div>
                <Button size="small" look="quiet" onClick={() => onChange(hosts.toSpliced(at, 1))}>
                  {t('section.takeOut', { number: String(at + 1) })}
                </Button>
              </div>
            </div>
          )
        })}
      <div>
        <Button
          size="small"
          look="quiet"
          disabled={hosts.length >= 20}
          onClick={() =>
            onChange([
              ...hosts,
              { domain: '', is_admin_site: false, is_primary: hosts.length === 0, gtm_id: null },
            ])
          }
        >
          {t('site.addHost')}
        </Button>
      </div>
    </fieldset>
  )
}

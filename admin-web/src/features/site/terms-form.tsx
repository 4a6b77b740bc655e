import {
  type SiteShown,
  type SiteTerms,
  siteAdminHttp,
  siteTerms,
} from '@talad/proto/http/gateway/site-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { openSite, SITES, setSite } from './api.ts'
import { HostsFields } from './hosts-fields.tsx'

const first: SiteTerms = { slug: '', name: { th: '', en: '' }, offers: true, closed: false, hosts: [] }

const termsOf = ({ slug, name, offers, closed, hosts }: SiteShown): SiteTerms => ({
  slug,
  name,
  offers,
  closed,
  hosts: hosts.map(({ domain, is_admin_site, is_primary, gtm_id }) => ({
    domain,
    is_admin_site,
    is_primary,
    gtm_id,
  })),
})

type Props = { site?: SiteShown; onDone: (site: SiteShown) => void }

/** What a site is called, where it is found and what is switched on there; a new one where none is given. */
export function TermsForm({ site, onDone }: Props) {
  const { t } = useText()
  const [terms, setTerms] = useState(() => (site ? termsOf(site) : first))
  const [asked, setAsked] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const read = siteTerms.safeParse(terms)
  const wrong = new Set(isChecked ? read.error?.issues.map(({ path }) => path.join('.')) : [])
  const fault = (path: string) => (wrong.has(path) ? t('home.fault') : undefined)
  const set = (part: Partial<SiteTerms>) => setTerms({ ...terms, ...part })
  return (
    <div className="grid gap-5">
      <TextField
        label={t('site.slug')}
        hint={t('site.slugHint')}
        error={fault('slug')}
        value={terms.slug}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => set({ slug: target.value })}
      />
      <div className="grid gap-3 md:grid-cols-2">
        {(['th', 'en'] as const).map((language) => (
          <TextField
            key={language}
            label={`${t('site.name')} · ${t(language === 'th' ? 'section.th' : 'section.en')}`}
            error={fault(`name.${language}`)}
            value={terms.name[language]}
            maxLength={100}
            onChange={({ target }) => set({ name: { ...terms.name, [language]: target.value } })}
          />
        ))}
      </div>
      <HostsFields hosts={terms.hosts} fault={fault} onChange={(hosts) => set({ hosts })} />
      {(site ? (['offers', 'closed'] as const) : (['offers'] as const)).map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={terms[name]}
            onChange={({ target }) => set({ [name]: target.checked })}
            className="size-4 accent-leaf"
          />
          {t(name === 'offers' ? 'site.offers' : 'site.closed')}
        </label>
      ))}
      {wrong.size > 0 && <Notice tone="bad">{t('editing.faults')}</Notice>}
      <div>
        <Button
          onClick={() => {
            setChecked(true)
            if (read.success) setAsked(crypto.randomUUID())
          }}
        >
          {t(site ? 'site.set' : 'site.open')}
        </Button>
      </div>
      {asked !== undefined && read.success && (
        <DecisionDialog
          key={asked}
          title={t(site ? 'site.set' : 'site.open')}
          reason={reasonOf(siteAdminHttp.openSite)}
          act={async (note) =>
            onDone(
              site
                ? await setSite({ ...read.data, site_id: site.site_id, version: site.version, note }, asked)
                : await openSite({ ...read.data, note }, asked),
            )
          }
          stale={[SITES]}
          target={site?.site_id ?? terms.slug}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('site.setText', { name: terms.name.th })}</p>
        </DecisionDialog>
      )}
    </div>
  )
}

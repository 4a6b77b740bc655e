import { Button } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sitesQuery } from '../features/site/api.ts'
import { TermsForm } from '../features/site/terms-form.tsx'
import { unprovenOf } from '../features/site/unproven.ts'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** In the address in place of a site: one that is to be. */
const NEW = 'new'

/** GW-1: all sites of the market. */
export default function SitesPage() {
  const { t, language } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  const mayOpen = can('site.write')
  return (
    <Desk
      title={t('sites.title')}
      detail={
        search.id === NEW && mayOpen ? (
          <TermsForm
            // loaded anew: only then the browser lets this app frame the new host
            onDone={({ site_id: id }) => window.location.assign(`/sites/${id}`)}
          />
        ) : undefined
      }
      aside={
        mayOpen && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('site.new')}
          </Button>
        )
      }
    >
      <Loaded query={useQuery(sitesQuery)}>
        {(sites) => (
          <ul className="grid gap-3">
            {sites.map((site) => (
              <li key={site.site_id} className="rounded-md border border-line bg-surface p-4">
                <p className="flex flex-wrap items-center gap-3">
                  <Link
                    to="/sites/$id"
                    params={{ id: site.site_id }}
                    search={{}}
                    className="font-semibold text-leaf hover:underline"
                  >
                    {site.name[language]}
                  </Link>
                  <span className="text-sm text-soft">{site.slug}</span>
                  {site.site_id === 'main' && <Badge tone="good">{t('site.main')}</Badge>}
                  {site.closed && <Badge tone="bad">{t('site.isClosed')}</Badge>}
                </p>
                {unprovenOf(site).map(({ domain }) => (
                  <p key={domain} className="text-sm wrap-anywhere text-chili">
                    {domain} · {t('proof.missing')}
                  </p>
                ))}
                <p className="text-sm wrap-anywhere text-soft">
                  {site.hosts.map(({ domain }) => domain).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Desk>
  )
}

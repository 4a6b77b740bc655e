import { lazyPart, Part } from '@talad/ui/components/part'
import { Link, Navigate } from '@tanstack/react-router'
import { BankRequestQueue, WithdrawalQueue } from '../features/bank/queues.tsx'
import { FlagQueueCard } from '../features/flag/waiting.tsx'
import { CardQueues } from '../features/purchase/queues.tsx'
import { UnprovenCard } from '../features/site/unproven-card.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { useMenu } from '../lib/use-menu.ts'

// few may see these: whoever may not doesn't load them
const ReconciliationQueues = lazyPart(() => import('../features/books/queues.tsx'))
const StuckQueues = lazyPart(() => import('../features/operations/queues.tsx'))

/** What waits for somebody, then every desk. */
export default function HomePage() {
  const { t } = useText()
  const { can } = usePermissions()
  const { groups } = useMenu()
  const places = groups.flatMap((group) => group.places)
  // people of a project have nothing else here; who signs out has nothing at all
  if (places.length > 0 && places.every(({ to }) => to === '/projects'))
    return <Navigate to="/projects" search={{}} replace />
  return (
    <div className="grid gap-8">
      <title>{t('home.title')}</title>
      <h1 className="title text-xl">{t('home.title')}</h1>
      <section aria-label={t('home.waiting')} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {can('withdrawal.read') && <WithdrawalQueue />}
        {can('bank.read') && <BankRequestQueue />}
        {can('flag.read') && <FlagQueueCard />}
        {can('site.write') && can('layout.write') && <UnprovenCard />}
        {can('shipping.read') && <CardQueues />}
        {can('report.read') && (
          <Part>
            <ReconciliationQueues />
          </Part>
        )}
        {can('operations.write') && (
          <Part>
            <StuckQueues />
          </Part>
        )}
      </section>
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-4">
        {groups.map(({ title, places }) => (
          <section key={title}>
            <h2 className="mb-2 text-base">{t(title)}</h2>
            <ul className="grid gap-1">
              {places.map(({ to, title: name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    search={{}}
                    className="inline-flex min-h-8 items-center text-leaf underline-offset-4 hover:underline"
                  >
                    {t(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

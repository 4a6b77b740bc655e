import { useNow } from '@talad/ui/browser/use-now'
import { Badge } from '@talad/ui/components/status'
import { formatSince } from '@talad/ui/format/dates'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../i18n/index.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useProject } from '../api.ts'
import { type Lane, lanesQuery } from './api.ts'
import { since } from './words.ts'

const MINUTE_MS = 60_000
/** What waits longer in a lane that goes on is worth a look. */
const LONG_S = 600

/** CA-53: the lanes in which mints wait one after the other; one that stands still says why. */
export function Lanes() {
  const { t } = useText()
  const { project } = useProject()
  return (
    <section aria-label={t('lane.title')} className="grid gap-3">
      <h3 className="text-base">{t('lane.title')}</h3>
      <p className="text-sm text-soft">{t('lane.text')}</p>
      <Loaded query={useQuery(lanesQuery(project._id))}>
        {(lanes) =>
          lanes.length === 0 ? (
            <p className="text-sm text-soft">{t('lane.none')}</p>
          ) : (
            <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
              {lanes.map((lane) => (
                <LaneCard key={lane.minting_zone} lane={lane} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function LaneCard({ lane }: { lane: Lane }) {
  const { t, language } = useText()
  const now = useNow(MINUTE_MS)
  const { minting_zone, depth, own_depth, oldest_age_seconds: oldest, paused, paused_at, why } = lane
  const isLong = oldest !== null && oldest > LONG_S
  const [tone, key] = paused
    ? (['bad', 'lane.paused'] as const)
    : isLong
      ? (['wait', 'lane.slow'] as const)
      : (['good', 'lane.goes'] as const)
  return (
    <li
      className={`grid content-start gap-3 rounded-lg border bg-surface p-4 ${paused ? 'border-chili' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Ident value={minting_zone} short />
        <Badge tone={tone}>{t(key)}</Badge>
      </div>
      {why !== null && (
        <p
          className={`rounded-sm px-3 py-2 text-sm wrap-anywhere ${paused ? 'bg-chili-wash text-chili' : 'bg-gold-wash text-on-gold-wash'}`}
        >
          {why}
        </p>
      )}
      <Facts>
        {paused && (
          <Fact label={t('lane.since')}>
            <Moment at={paused_at} age />
          </Fact>
        )}
        <Fact label={t('lane.own')}>{formatCount(own_depth)}</Fact>
        <Fact label={t('lane.all')}>{formatCount(depth)}</Fact>
        <Fact label={t('lane.oldest')}>
          {oldest === null ? '–' : formatSince(since(oldest, now), now, language)}
        </Fact>
      </Facts>
    </li>
  )
}

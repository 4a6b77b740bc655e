import { syncStates } from '@talad/proto/http/asset-indexer/indexer-admin'
import { Badge, Notice, type Tone } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Health } from './api.ts'
import { kindTexts, stateTexts } from './columns.tsx'

function Card({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 content-start gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-base">{title}</h2>
        {badge}
      </div>
      {children}
    </section>
  )
}

type NodeState = Health['node']['state']

const nodeTexts = {
  away: 'node.away',
  limited: 'node.limited',
  wrong_chain: 'node.wrongChain',
  behind: 'node.behind',
  stale: 'node.stale',
  well: 'node.well',
} as const satisfies Record<NodeState, TextKey>
const nodeTones: Readonly<Record<NodeState, Tone>> = {
  ...({ away: 'bad', limited: 'wait', wrong_chain: 'bad', behind: 'wait', stale: 'wait' } as const),
  well: 'good',
}
/** What it means and what to do about it. */
const nodeMeanings = {
  away: 'node.awayText',
  limited: 'node.limitedText',
  wrong_chain: 'node.wrongChainText',
  behind: 'node.behindText',
  stale: 'node.staleText',
} as const

const faultTexts = {
  limited: 'scan.limited',
  away: 'scan.away',
  wrong_chain: 'scan.wrongChain',
  behind: 'scan.behind',
  incomplete: 'scan.incomplete',
  other: 'scan.other',
} as const

const asBlock = (block: string | null) => (block === null ? '–' : formatCount(Number(block)))

function Node({ node }: Pick<Health, 'node'>) {
  const { t } = useText()
  const { state } = node
  return (
    <Card title={t('node.title')} badge={<Badge tone={nodeTones[state]}>{t(nodeTexts[state])}</Badge>}>
      {state !== 'well' && (
        <Notice tone={nodeTones[state]}>
          <p>{t(nodeMeanings[state])}</p>
          {node.says !== null && <p className="[overflow-wrap:anywhere]">{node.says}</p>}
        </Notice>
      )}
      <Facts>
        <Fact label={t('node.head')}>{asBlock(node.head)}</Fact>
        <Fact label={t('node.headAt')}>
          <Moment at={node.head_at} age />
        </Fact>
        <Fact label={t('node.took')}>
          {node.answered_ms === null ? '–' : t('node.ms', { count: formatCount(node.answered_ms) })}
        </Fact>
      </Facts>
    </Card>
  )
}

function Scan({ scan, refused, drifts }: Pick<Health, 'scan' | 'refused' | 'drifts'>) {
  const { t } = useText()
  const { fault } = scan
  const tone = fault ? 'bad' : scan.lag === 0 && scan.catching_up === 0 ? 'good' : 'calm'
  const title = { bad: 'scan.stands', good: 'scan.follows', calm: 'scan.catchesUp' } as const
  return (
    <Card title={t('scan.title')} badge={<Badge tone={tone}>{t(title[tone])}</Badge>}>
      {fault && (
        <Notice tone="bad">
          <p>{t(faultTexts[fault.kind])}</p>
          <p className="[overflow-wrap:anywhere]">{fault.says}</p>
          <p>
            {t('scan.tries', { count: formatCount(fault.times) })} <Moment at={fault.since} age />
          </p>
        </Notice>
      )}
      {scan.slow.length > 0 && (
        <Notice tone="wait">
          <p>{t('scan.slow')}</p>
          {scan.slow.map(({ from_block, at, why }) => (
            <p key={from_block}>
              {asBlock(from_block)} · <Moment at={at} age /> · {why}
            </p>
          ))}
        </Notice>
      )}
      {scan.unread.length > 0 && (
        <Notice tone="wait">
          <p>{t('scan.unread')}</p>
          {scan.unread.map(({ contract, logs, last_block }) => (
            <p key={contract} className="[overflow-wrap:anywhere]">
              {contract} · {formatCount(logs)} · {asBlock(last_block)}
            </p>
          ))}
        </Notice>
      )}
      <Facts>
        <Fact label={t('scan.position')}>{asBlock(scan.position)}</Fact>
        <Fact label={t('scan.lag')}>
          {scan.lag === null ? '–' : t('scan.blocks', { count: formatCount(scan.lag) })}
        </Fact>
        <Fact label={t('scan.confirmed')}>{asBlock(scan.confirmed)}</Fact>
        {scan.catching_up > 0 && <Fact label={t('scan.catchingUp')}>{formatCount(scan.catching_up)}</Fact>}
        <Fact label={t('scan.refused')}>{formatCount(refused)}</Fact>
        <Fact label={t('scan.drifts')}>{formatCount(drifts)}</Fact>
      </Facts>
    </Card>
  )
}

function Queue({ queue }: { queue: Health['queues'][number] }) {
  const { t } = useText()
  const { states, kind } = queue
  const dead = states.dead ?? 0
  return (
    <Card
      title={t(kindTexts[kind])}
      badge={
        <Badge tone={dead > 0 ? 'wait' : 'good'}>{t('sync.due', { count: formatCount(queue.due) })}</Badge>
      }
    >
      <Facts>
        {syncStates
          .filter((state) => (states[state] ?? 0) > 0)
          .map((state) => (
            <Fact key={state} label={t(stateTexts[state])}>
              {formatCount(states[state] ?? 0)}
            </Fact>
          ))}
        <Fact label={t('sync.oldestDue')}>
          <Moment at={queue.oldest_due_at} age />
        </Fact>
      </Facts>
    </Card>
  )
}

function Reorganisations({ reorganisations: { total, deepest, list } }: Pick<Health, 'reorganisations'>) {
  const { t } = useText()
  return (
    <Card title={t('reorganisation.title')}>
      <Facts>
        <Fact label={t('reorganisation.total')}>{formatCount(total)}</Fact>
        <Fact label={t('reorganisation.deepest')}>{t('scan.blocks', { count: formatCount(deepest) })}</Fact>
      </Facts>
      <ol className="grid gap-2 text-sm">
        {list.map(({ at, from_block, fork_block, facts }) => (
          <li key={at + from_block} className="border-l-2 border-line pl-3 tabular-nums">
            <p>
              {asBlock(from_block)} → {asBlock(fork_block)} ·{' '}
              {t('reorganisation.facts', { count: formatCount(facts) })}
            </p>
            <p className="text-soft">
              <Moment at={at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** AI-24: read only; it is data of the service. */
function Chains({ chains }: Pick<Health, 'chains'>) {
  const { t } = useText()
  return (
    <Card title={t('chain.title')}>
      <ul className="grid gap-4">
        {chains.map((chain) => (
          <li key={chain.slug} className="grid gap-1">
            <h3 className="flex flex-wrap items-baseline gap-2 text-sm font-semibold">
              {chain.slug}
              {chain.followed && <Badge tone="good">{t('chain.followed')}</Badge>}
              {!chain.enabled && <Badge>{t('chain.disabled')}</Badge>}
            </h3>
            <Facts>
              <Fact label={t('chain.id')}>{chain.chain_id}</Fact>
              <Fact label={t('chain.confirmations')}>{chain.confirmations}</Fact>
              <Fact label={t('chain.symbol')}>{chain.native_symbol}</Fact>
              <Fact label={t('chain.environment')}>
                {t(chain.environment === 'production' ? 'chain.production' : 'chain.development')}
              </Fact>
              <Fact label={t('chain.explorer')}>{chain.explorer ?? '–'}</Fact>
            </Facts>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Whether the index keeps up with the chain, and if not, why, in words. */
export function IndexerHealth({ health }: { health: Health }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      <Node node={health.node} />
      <Scan {...health} />
      {health.queues.map((queue) => (
        <Queue key={queue.kind} queue={queue} />
      ))}
      <Reorganisations {...health} />
      <Chains {...health} />
    </div>
  )
}

import { operationsHttp as http } from '@talad/proto/http/operations'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { placesOf } from '../../lib/pasted.ts'
import { reasonOf } from '../../lib/reason.ts'
import { useMenu } from '../../lib/use-menu.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import {
  type DeadLetter,
  dropLetter,
  type Job,
  jobId,
  jobQuery,
  letterId,
  letterQuery,
  OPERATIONS,
  retryLetter,
  runJob,
} from './api.ts'
import { JobState, LetterState } from './columns.tsx'
import { LetterSays } from './letter-says.tsx'

/** One message that could not be handled, and what can be done about it. */
export function OpenLetter({ id }: { id: string }) {
  const { t } = useText()
  return (
    <Loaded query={useQuery(letterQuery(id))}>
      {(letter) =>
        letter ? <Letter key={id} letter={letter} /> : <Notice tone="good">{t('letter.gone')}</Notice>
      }
    </Loaded>
  )
}

function Letter({ letter }: { letter: DeadLetter }) {
  const { t } = useText()
  const [open, setOpen] = useState<'retry' | 'drop'>()
  const key = useRef(crypto.randomUUID())
  const shared = {
    stale: [OPERATIONS],
    target: letterId(letter),
    onClose: () => setOpen(undefined),
  }
  return (
    <div className="grid gap-4">
      <h2 className="text-lg [overflow-wrap:anywhere]">{letterId(letter)}</h2>
      <Notice tone="bad">
        <p className="[overflow-wrap:anywhere]">{letter.error}</p>
      </Notice>
      <Facts>
        <Fact label={t('col.kind')}>{letter.type}</Fact>
        <Fact label={t('col.topic')}>{letter.topic}</Fact>
        <Fact label={t('col.key')}>
          <Ident value={letter.key} />
          <Places of={letter.key} />
        </Fact>
        <Fact label={t('col.group')}>{letter.group}</Fact>
        <Fact label={t('col.attempts')}>{formatCount(letter.attempts)}</Fact>
        <Fact label={t('col.parked')}>
          <Moment at={letter.parked_at} age />
        </Fact>
        <Fact label={t('col.next')}>
          <LetterState letter={letter} />
        </Fact>
      </Facts>
      {letter.behind !== null && (
        <Notice>
          <p>{t('letter.behind', { id: `${letter.service}/${letter.behind}` })}</p>
          <Link
            to="/dead-letters"
            search={{ id: `${letter.service}/${letter.behind}` }}
            className="font-semibold text-leaf underline"
          >
            {t('letter.first')}
          </Link>
        </Notice>
      )}
      <LetterSays id={letterId(letter)} />
      <div className="flex flex-wrap gap-3">
        {letter.behind === null && (
          <Button size="small" onClick={() => setOpen('retry')}>
            {t('letter.retry')}
          </Button>
        )}
        <Button size="small" look="danger" onClick={() => setOpen('drop')}>
          {t('letter.drop')}
        </Button>
      </div>
      {open === 'retry' && (
        <DecisionDialog
          {...shared}
          title={t('letter.retry')}
          reason={reasonOf(http.retryDeadLetter)}
          act={(note) => retryLetter(letter, note, `${key.current}-retry-${letter.attempts}`)}
        >
          <p>{t('letter.retryText')}</p>
        </DecisionDialog>
      )}
      {open === 'drop' && (
        <DecisionDialog
          {...shared}
          title={t('letter.drop')}
          isDestructive
          reason={reasonOf(http.dropDeadLetter)}
          word={t('word.drop')}
          act={(note) => dropLetter(letter, note, `${key.current}-drop`)}
        >
          <p>{t('letter.dropText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}

/** Where the thing may be that the message is about, by its key. */
function Places({ of: key }: { of: string }) {
  const { t } = useText()
  const menu = useMenu().groups.flatMap(({ places }) => places)
  const found = placesOf(key).flatMap(({ to, search }) => {
    const desk = menu.find((place) => to === place.to || to.startsWith(`${place.to}/`))
    return desk ? [{ to, search, title: desk.title }] : []
  })
  return (
    <span className="flex flex-wrap gap-x-3">
      {found.map(({ to, search, title }) => (
        <Link key={to + JSON.stringify(search)} to={to} search={search} className="text-leaf underline">
          {t(title)}
        </Link>
      ))}
    </span>
  )
}

/** One piece of work, why it failed, and doing it now. */
export function OpenJob({ id }: { id: string }) {
  const { t } = useText()
  return (
    <Loaded query={useQuery(jobQuery(id))}>
      {(job) => (job ? <Work key={id} job={job} /> : <Notice tone="good">{t('job.gone')}</Notice>)}
    </Loaded>
  )
}

function Work({ job }: { job: Job }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const key = useRef(crypto.randomUUID())
  return (
    <div className="grid gap-4">
      <h2 className="text-lg [overflow-wrap:anywhere]">{jobId(job)}</h2>
      {job.last_error !== null && (
        <Notice tone="bad">
          <p className="[overflow-wrap:anywhere]">{job.last_error}</p>
        </Notice>
      )}
      <Facts>
        <Fact label={t('col.status')}>
          <JobState job={job} />
        </Fact>
        <Fact label={t('col.next')}>
          <Moment at={job.next_at} age />
        </Fact>
        <Fact label={t('col.created')}>
          <Moment at={job.created_at} />
        </Fact>
      </Facts>
      {!job.running && (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            {t('job.run')}
          </Button>
        </div>
      )}
      {isOpen && (
        <DecisionDialog
          title={t('job.run')}
          reason={reasonOf(http.runJob)}
          act={(note) => runJob(job, note, `${key.current}-${job.next_at}`)}
          stale={[OPERATIONS]}
          target={jobId(job)}
          onClose={() => setOpen(false)}
        >
          <p>{t('job.runText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}

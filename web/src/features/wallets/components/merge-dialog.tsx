import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { formatDay } from '@talad/ui/format/dates'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWaysText } from '../../../i18n/ways.ts'
import { useWayName } from '../../../market/people/way-name.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { lookAtMerge, type MergePreview, merge, proveOther, type WayProof } from '../api/ways.ts'
import { MoveWay } from './move-way.tsx'

type Side = MergePreview['survivor']

function Account({ side, title }: { side: Side; title: string }) {
  const { t } = useWaysText()
  const nameOf = useWayName()
  const ways = [...new Set(side.identities.map(({ identity_provider }) => nameOf(identity_provider)))]
  return (
    <section className="rounded-lg bg-paper p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="wrap-anywhere text-sm text-soft">
        {[side.display_name, ways.join(', ')].filter((part) => part).join(' · ')}
      </p>
      <p className="text-sm text-soft">{t('merge.since', { day: formatDay(side.created) })}</p>
    </section>
  )
}

/** What moves, what stays and what ends, in the words of who agrees to it. */
function Effects({ seen }: { seen: MergePreview }) {
  const { t } = useWaysText()
  const { absorbed, survivor, lost_display_name: name, lost_picture: picture, ended_sessions: ended } = seen
  // those of the account that stays were proved where its own session asks
  const lost = absorbed.passkeys + (survivor.mine ? 0 : survivor.passkeys)
  const counts = { favourites: String(absorbed.favourites), notices: String(absorbed.notifications) }
  const lines = [
    t('merge.moves', counts),
    survivor.customer_id !== null && t('merge.money'),
    name !== null && t('merge.lostName', { name }),
    picture && t('merge.lostPicture'),
    lost > 0 && t('merge.lostPasskeys', { count: String(lost) }),
    t('merge.ended', { count: String(ended) }),
    t('merge.forGood'),
  ]
  return (
    <ul className="grid list-disc gap-2 ps-5 text-sm">
      {lines.map((line) => line && <li key={line}>{line}</li>)}
    </ul>
  )
}

const ONCE = {
  retry: false,
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const

/** ID-31: what an account can't give away: its only way in, and what makes somebody a customer. */
const mayMove = (proof: WayProof, seen: MergePreview | undefined) =>
  proof.provider !== 'join' &&
  (seen === undefined ||
    [seen.survivor, seen.absorbed].some(({ mine, identities }) => !mine && identities.length > 1))

type Props = { proof: WayProof; onMerged: () => void; onClose: () => void }

/** ID-33, ID-34: the two accounts become one, or only the way in moves: first what it would do, then the agreement. */
export default function MergeDialog({ proof, onMerged, onClose }: Props) {
  const { t } = useWaysText()
  const [isMoving, setMoving] = useState(false)
  const proved = useQuery({ queryKey: ['merge', proof], queryFn: () => proveOther(proof), ...ONCE })
  const mergeId = proved.data ?? ''
  const seen = useQuery({
    queryKey: ['merge', 'preview', mergeId],
    queryFn: () => lookAtMerge(mergeId),
    enabled: mergeId !== '',
    ...ONCE,
  })
  const done = (text: 'merge.done' | 'move.done') => {
    say(t(text), 'success')
    onMerged()
    onClose()
  }
  const confirm = useMutation({ mutationFn: merge, onSuccess: () => done('merge.done') })
  if (isMoving)
    return (
      <MoveWay
        mergeId={mergeId}
        onMoved={() => done('move.done')}
        onBack={() => setMoving(false)}
        onClose={onClose}
      />
    )
  const error = proved.error ?? seen.error ?? confirm.error
  const isPending = proved.isPending || (proved.isSuccess && seen.isPending)
  return (
    <Dialog title={t('merge.title')} onClose={onClose}>
      <div className="grid gap-4">
        {error && (
          <Notice tone="bad">
            <p role="alert">{messageOf(error)}</p>
          </Notice>
        )}
        {isPending && <Skeleton className="h-48 rounded-lg" />}
        {seen.data && (
          <>
            <Account side={seen.data.survivor} title={t('merge.stays')} />
            <Account side={seen.data.absorbed} title={t('merge.goes')} />
            <Effects seen={seen.data} />
          </>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" onClick={onClose}>
            {t('merge.keepTwo')}
          </Button>
          {seen.data && (
            <Button busy={confirm.isPending} onClick={() => confirm.mutate(seen.data)}>
              {t('merge.confirm')}
            </Button>
          )}
        </div>
        {!isPending && mergeId !== '' && mayMove(proof, seen.data) && (
          <Button look="quiet" onClick={() => setMoving(true)}>
            {t('move.only')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

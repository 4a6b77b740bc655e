import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { TextArea } from '@talad/ui/components/field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { Moment } from '../../ui/moment.tsx'
import { addNote, notesOf, noteText } from './api.ts'
import { Card, Rows } from './part.tsx'

/** What admins keep in mind of a customer for each other. */
export function Notes({ customer }: { customer: string }) {
  const { t } = useText()
  const notes = useQuery(notesOf(customer))
  return (
    <Card title={t('customer.notes')}>
      <NewNote customer={customer} />
      <Rows query={notes} keyOf={({ note_id }) => note_id}>
        {({ text, written_by: by, written_at: at }) => (
          <>
            <p className="basis-full whitespace-pre-line wrap-anywhere">{text}</p>
            <span className="text-soft">
              {by} · <Moment at={at} />
            </span>
          </>
        )}
      </Rows>
    </Card>
  )
}

function NewNote({ customer }: { customer: string }) {
  const { t } = useText()
  const [text, setText] = useState('')
  // the same key for each try of one note: it is written once
  const [key, setKey] = useState(() => crypto.randomUUID())
  const add = useMutation({
    mutationFn: () => addNote(customer, text, key),
    onSuccess: async () => {
      setText('')
      setKey(crypto.randomUUID())
      await queryClient.invalidateQueries({ queryKey: notesOf(customer).queryKey })
    },
  })
  const isGood = noteText?.safeParse({ customer_id: customer, text }).success
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <TextArea
        label={t('customer.newNote')}
        hint={t('customer.newNoteHint')}
        error={add.isError ? messageOf(add.error) : undefined}
        rows={2}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <Button type="submit" size="small" busy={add.isPending} disabled={!isGood}>
          {t('customer.addNote')}
        </Button>
      </div>
    </form>
  )
}

import { type DocumentName, pageContent } from '@talad/proto/http/gateway/site-document'
import type { DocumentShown } from '@talad/proto/http/gateway/site-document-admin'
import { type SitePageName, sitePageNames } from '@talad/proto/http/gateway/site-names'
import { queryClient } from '@talad/ui/client/query'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Segmented } from '@talad/ui/components/segmented'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { EditingBar, EditingTrouble, useEditing } from '../../../ui/editing.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { documentQuery, savePage } from '../api.ts'
import { FieldChanges } from '../home/changes.tsx'
import { changesOfFields } from '../home/changes-of.ts'
import { MarkupField } from '../home/markup-field.tsx'
import { Publishing } from '../publishing.tsx'

const pageTexts: Record<SitePageName, TextKey> = {
  terms: 'page.terms',
  privacy: 'page.privacy',
  about: 'page.about',
  help: 'page.help',
  contact: 'page.contact',
}

type Language = 'th' | 'en'

/** Pages of words of a site, each in each language a draft of its own. */
export function SitePages({ siteId }: { siteId: string }) {
  const { t } = useText()
  const [page, setPage] = useState<SitePageName>('terms')
  const [language, setLanguage] = useState<Language>('th')
  const name: DocumentName = `page-${page}-${language}`
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label={t('page.which')}
          value={page}
          options={sitePageNames.map((value) => ({ value, label: t(pageTexts[value]) }))}
          onChange={({ target }) => setPage(sitePageNames.find((one) => one === target.value) ?? page)}
        />
        <Segmented
          label={t('page.language')}
          value={language}
          options={[
            { value: 'th', text: 'ไทย', lang: 'th' },
            { value: 'en', text: 'English', lang: 'en' },
          ]}
          onChange={setLanguage}
        />
      </div>
      <Loaded key={name} query={useQuery(documentQuery(siteId, name))}>
        {(state) => <PageEditor state={state} name={name} />}
      </Loaded>
    </div>
  )
}

const pageOf = ({ draft, published }: DocumentShown) =>
  pageContent.safeParse(draft ?? published?.content).data ?? { title: '', html: [] }

function PageEditor({ state, name }: { state: DocumentShown; name: DocumentName }) {
  const { t } = useText()
  const query = documentQuery(state.site_id, name)
  const editing = useEditing(state, {
    stampOf: ({ version }) => version,
    toDraft: pageOf,
    save: (content, { site_id, version }, key) =>
      savePage({ site_id, document: name, version, content }, `${key}-${version}`),
    keep: (saved) => queryClient.setQueryData(query.queryKey, saved),
    again: () => queryClient.invalidateQueries(query),
  })
  const { draft, setDraft } = editing
  const read = pageContent.safeParse(draft)
  const faults = read.error?.issues.map(({ path }) => path.join('.')) ?? []
  const before = pageContent.safeParse(state.published?.content).data ?? {}
  return (
    <div className="grid gap-5">
      <EditingTrouble editing={editing} faults={false} />
      <TextField
        label={t('section.title')}
        maxLength={120}
        value={draft.title}
        onChange={({ target }) => setDraft({ ...draft, title: target.value })}
      />
      <MarkupField
        name="html"
        value={draft.html}
        path="html"
        faults={faults}
        onChange={(_html, _path, tree) => setDraft({ ...draft, html: tree })}
      />
      {read.success ? (
        <EditingBar editing={editing} />
      ) : (
        editing.isDirty && <p className="text-sm text-chili">{t('home.unfinished')}</p>
      )}
      <Publishing
        state={editing.base}
        document={name}
        isReady={!editing.isDirty && !editing.isBehind}
        onDone={(saved) => editing.rebase(saved, true)}
      >
        <FieldChanges fields={changesOfFields(before, draft)} />
      </Publishing>
    </div>
  )
}

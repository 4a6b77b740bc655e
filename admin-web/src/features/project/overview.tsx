import type { Project } from '@talad/proto/http/campaign/projects-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { EditingBar, EditingTrouble, refusedField, useEditing } from '../../ui/editing.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { PROJECTS, patchProject, projectQuery, useProject } from './api.ts'
import { readProject, toDraft } from './project-draft.ts'
import { ProjectFields } from './project-fields.tsx'
import { ThemePreview } from './theme-preview.tsx'

/** What a project is, for its admins to be changed; whether it is in use, for its owners. */
export function ProjectOverview({ name }: { name: string }) {
  const { project, can, mayChange } = useProject()
  return (
    <div className="grid gap-6">
      <title>{project.name}</title>
      {mayChange('project.edit') ? <Edit name={name} project={project} /> : <Told project={project} />}
      <ProjectFacts project={project} />
      {can('project.own') && <Archive project={project} />}
      <RecordHistory target={project._id} />
    </div>
  )
}

function Edit({ project, name }: { project: Project; name: string }) {
  const [isChecked, setChecked] = useState(false)
  const editing = useEditing(project, {
    stampOf: ({ version }) => version,
    toDraft,
    save: async (draft, base, key) => {
      const read = readProject(draft)
      if (!('terms' in read)) return base
      return patchProject({ project: { _id: base._id, ...read.terms }, version: base.version }, key)
    },
    keep: (saved) => queryClient.setQueryData(projectQuery(name).queryKey, saved),
    again: () => queryClient.invalidateQueries(projectQuery(name)),
  })
  const { draft, failure } = editing
  const read = readProject(draft)
  const found = isChecked && 'wrong' in read ? read.wrong : new Set<string>()
  const refused = refusedField(failure)?.split('.').at(-1)
  const wrong = refused === undefined ? found : new Set([...found, refused])
  const save = () => {
    setChecked(true)
    if ('terms' in read) editing.save()
    else focusFault(document)
  }
  return (
    <div className="grid gap-5">
      <EditingTrouble editing={editing} faults={found.size > 0} />
      <ProjectFields wide draft={draft} wrong={wrong} onChange={editing.setDraft} />
      <EditingBar editing={{ ...editing, save }} />
    </div>
  )
}

/** Who may not change it reads it. */
function Told({ project }: { project: Project }) {
  const { t } = useText()
  const { colours, cover } = toDraft(project)
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="grid content-start gap-4">
        {project.archived && <Notice>{t('project.isArchived')}</Notice>}
        <p className="whitespace-pre-line wrap-anywhere">
          {project.description || t('project.noDescription')}
        </p>
      </div>
      <ThemePreview colours={colours} cover={cover} name={project.name} description={project.description} />
    </div>
  )
}

function ProjectFacts({ project }: { project: Project }) {
  const { t } = useText()
  return (
    <section aria-label={t('project.facts')} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <Facts>
        <Fact label={t('project.id')}>
          <Ident value={project._id} />
        </Fact>
        <Fact label={t('project.slug')}>
          <Ident value={project.slug} />
        </Fact>
        <Fact label={t('project.created')}>
          <Moment at={project.created} />
        </Fact>
        <Fact label={t('col.updated')}>
          <Moment at={project.updated} age />
        </Fact>
      </Facts>
    </section>
  )
}

/** CA-5: nothing of a project is deleted; an owner puts it away, and takes it out again. */
function Archive({ project }: { project: Project }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const { _id, archived, version } = project
  const title = t(archived ? 'project.reopen' : 'project.archive')
  return (
    <section className="grid justify-items-start gap-3 rounded-lg border border-line p-4 md:p-5">
      <h2 className="text-base">{title}</h2>
      <p className="text-sm text-soft">{t(archived ? 'project.reopenText' : 'project.archiveText')}</p>
      <Button size="small" look={archived ? 'quiet' : 'danger'} onClick={() => setAsking(true)}>
        {title}
      </Button>
      {isAsking && (
        <DecisionDialog
          title={title}
          {...(!archived && { word: t('word.archive') })}
          act={() => patchProject({ project: { _id, archived: !archived }, version }, key)}
          stale={[PROJECTS]}
          target={_id}
          onClose={() => setAsking(false)}
        >
          <p className="font-semibold wrap-anywhere">{project.name}</p>
          <p>{t(archived ? 'project.reopenText' : 'project.archiveText')}</p>
        </DecisionDialog>
      )}
    </section>
  )
}

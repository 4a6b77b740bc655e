/** What a guard found. `problems` fail the check; `warnings` are shown and don't. */
export type Verdict = { problems: string[]; warnings?: string[] }

/** One named check of the repository at `root`. What it guards may be absent: then it finds nothing. */
export type Guard = { name: string; inspect: (root: string) => Promise<Verdict> }

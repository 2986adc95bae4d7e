// mutants.mjs REPORT COVERAGE: prints what gremlins found in one package, as Markdown: the coverage, and every mutant that the
// tests did not detect, with its line of code.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const [report, coverage] = process.argv.slice(2)
const directory = basename(report, '.json').replaceAll('-', '/')
const { files, mutants_total: total, mutants_killed: killed } = JSON.parse(readFileSync(report, 'utf8'))

console.log(`## ${directory}\n\nCovered: ${coverage} of statements. Detected: ${killed} of ${total} mutants.\n`)
for (const { file_name: file, mutations } of files) {
  const lines = readFileSync(join(directory, basename(file)), 'utf8').split('\n')
  for (const { line, type, status } of mutations.toSorted((a, b) => a.line - b.line)) {
    if (status === 'KILLED' || status === 'NOT VIABLE') continue
    console.log(`- ${directory}/${basename(file)}:${line} ${status.toLowerCase()} ${type.toLowerCase()}: \`${lines[line - 1].trim()}\``)
  }
}

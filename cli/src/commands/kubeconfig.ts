import { DataFolder } from '../data-folder.ts'

export function kubeconfig({ data }: { readonly data: string }): void {
  const folder = new DataFolder(data)
  folder.checkServed()
  process.stdout.write(`${folder.kubeconfig}\n`)
}

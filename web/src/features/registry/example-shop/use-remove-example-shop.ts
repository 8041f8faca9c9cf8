import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { pinTabCompany } from '@/api'
import { paths } from '@/app/paths'
import { confirm, toast } from '@/ui'
import { readExampleShop, removeExampleShop } from './queries'
import { texts } from './texts'

/** Asks, removes the made-up shop and begins anew; or says what of one's own keeps it. */
export function useRemoveExampleShop(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { removal, kept } = texts
  return async () => {
    try {
      const shop = await readExampleShop()
      if (shop.impedimento_remover) {
        await confirm({ title: kept.title, text: shop.impedimento_remover, confirmLabel: kept.understood })
        return
      }
      const question = { title: removal.title, text: removal.text, confirmLabel: removal.confirm, isDanger: true }
      if (!(await confirm(question))) return
      await removeExampleShop()
    } catch (problem) {
      toast.failed(removal.failed, problem)
      return
    }
    // Everything that is shown was of it, or stood beside it; leaving its screen lets go of it.
    pinTabCompany(null)
    toast.success(removal.done)
    await navigate(paths.companies.list)
    await queryClient.invalidateQueries()
  }
}

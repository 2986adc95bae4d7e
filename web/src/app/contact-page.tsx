import { ChatLauncher } from '@/features/chat/launcher';
import Contact from '@/features/content/contact-page';

/** How to reach the operator, with a link into the chat if the operator has one (SPEC.md §2). */
export default function ContactPage() {
  return (
    <Contact>
      <ChatLauncher />
    </Contact>
  );
}

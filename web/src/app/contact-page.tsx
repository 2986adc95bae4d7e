import { ChatLauncher } from '@/features/chat/launcher';
import Contact from '@/features/content/contact-page';

/** How to reach the operator, with the way into the chat where there is one (SPEC.md §2). */
export default function ContactPage() {
  return (
    <Contact>
      <ChatLauncher />
    </Contact>
  );
}

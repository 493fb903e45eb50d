import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ObjectDataType;

/**
 * The type of keys and values of the store, for threads that read beside a commit. The library's own keeps the type that
 * it has met last in a field: with values of several types, one thread changes it while another compares.
 */
final class StoredType extends BasicDataType<Object> {
    static final StoredType SHARED = new StoredType();

    private final ThreadLocal<ObjectDataType> types = ThreadLocal.withInitial(ObjectDataType::new);

    private StoredType() {}

    @Override
    public int getMemory(Object value) {
        return types.get().getMemory(value);
    }

    @Override
    public int compare(Object one, Object other) {
        return types.get().compare(one, other);
    }

    @Override
    public void write(WriteBuffer buffer, Object value) {
        types.get().write(buffer, value);
    }

    @Override
    public Object read(ByteBuffer buffer) {
        return types.get().read(buffer);
    }

    @Override
    public Object[] createStorage(int size) {
        return new Object[size];
    }
}

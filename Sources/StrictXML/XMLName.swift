/// The name of an element or an attribute, its namespace apart.
package struct XMLName: Hashable, Sendable {
    /// The URI of the namespace; empty where there is none.
    package var namespace: String

    /// The name without a prefix.
    package var local: String

    /// Creates a name.
    package init(namespace: String = "", local: String) {
        self.namespace = namespace
        self.local = local
    }
}

/// One attribute of an element.
package struct XMLAttribute: Hashable, Sendable {
    /// Its name; of attributes without a prefix the namespace is empty.
    package var name: XMLName

    /// Its value, entities resolved.
    package var value: String
}

/// Where something is in an XML text.
package struct XMLPlace: Hashable, Sendable {
    /// The line, from 1.
    package var line: UInt64

    /// The column, in bytes from 1.
    package var column: Int

    /// How many bytes stand before it.
    package var offset: UInt64
}

/// Why a text is no usable XML.
package struct XMLFailure: Error, Hashable, Sendable {
    /// What is wrong, in a few words.
    package var message: String

    /// Where.
    package var place: XMLPlace
}

package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final Scope SEVENTH = new Scope("gpu-007", 37, "mlx5_3", 2);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    127.0.0.{n}          | 127.0.0.7
                    host{N}              | host007
                    {N+3}                | 010
                    {n-7}                | 0
                    {i}                  | 37
                    {i/32+1}/{i%32+1}    | 2/6
                    {i%16/4}             | 1
                    {name}-ib            | gpu-007-ib
                    eth{p} {P} {j}       | eth3 3 2
                    leaf-{p+1}           | leaf-4
                    {device}             | mlx5_3
                    plain                | plain
                    """)
    void fills_in(String template, String text) {
        assertThat(Template.render(template, SEVENTH)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {x}       | found unknown template '{x}'; expected one of {n}, {N}, {i}, {name}, {p}, {P}, {j}, {device}
                    {n        | found '{n'; expected templates such as {n}, {n+1}, {i/32} or {i%32+1}
                    {n*2}     | found '{n*2}'; expected templates such as {n}, {n+1}, {i/32} or {i%32+1}
                    {n/0}     | found '{n/0}'; expected templates such as {n}, {n+1}, {i/32} or {i%32+1}
                    {n-8}     | found '{n-8}', which gives -1; expected 0 or more
                    {name+1}  | found '{name+1}'; expected '{name}' alone, it is no number
                    """)
    void says_what_is_wrong_with_a_template(String template, String message) {
        assertThatThrownBy(() -> Template.render(template, SEVENTH)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {n}  | found template '{n}' for 'login'; expected a name with a number of 1 to 9 digits
                    {p}  | found template '{p}' outside a port; expected {n}, {N}, {i} or {name}
                    {j}  | found template '{j}' outside a port; expected {n}, {N}, {i} or {name}
                    """)
    void says_what_a_name_does_not_have(String template, String message) {
        assertThatThrownBy(() -> Template.render(template, Scope.of("login", 0)))
                .hasMessage(message);
    }
}
